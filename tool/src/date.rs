//! Points of time as dates, as NumPy prints them.

use zarr::json::Json;
use zarr::{DataType, TypeCode};

/// The meaning of the counts of a data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dates {
    unit: String,
    factor: i128,
}

impl Dates {
    /// Gives None where the elements are no points of time, or have no unit.
    pub fn of(data_type: &DataType) -> Option<Self> {
        if data_type.code() != TypeCode::DateTime64 {
            return None;
        }
        let json = data_type.to_json();
        let configuration = json.as_object()?.get("configuration")?.as_object()?;
        let factor = configuration.get("scale_factor").and_then(Json::as_u64).unwrap_or(1);
        let unit = configuration.get("unit")?.as_str()?;
        (unit != "generic").then(|| Self { unit: unit.to_owned(), factor: factor.into() })
    }

    /// The date of a count: `2020-02-29T12:00:00` where units are seconds; longer for shorter ones, and the reverse.
    pub fn text(&self, count: i128) -> String {
        let count = count * self.factor;
        let date = |days: i128| {
            let (year, month, day) = civil(days);
            format!("{year:04}-{month:02}-{day:02}")
        };
        // Hours, minutes and seconds of a day.
        let clock = |count: i128, of_a_day: i128| {
            let (day, rest) = (count.div_euclid(of_a_day), count.rem_euclid(of_a_day));
            let (hour, rest) = (rest / (of_a_day / 24), rest % (of_a_day / 24));
            let mut text = format!("{}T{hour:02}", date(day));
            if of_a_day >= 24 * 60 {
                text.push_str(&format!(":{:02}", rest / (of_a_day / 1440)));
            }
            if of_a_day >= 24 * 60 * 60 {
                text.push_str(&format!(":{:02}", rest % (of_a_day / 1440) / (of_a_day / 86_400)));
            }
            text
        };
        let fraction = |digits: usize| {
            let second = 10_i128.pow(digits as u32);
            format!("{}.{:0digits$}", clock(count, 86_400 * second), count.rem_euclid(second))
        };
        match self.unit.as_str() {
            "Y" => format!("{:04}", 1970 + count),
            "M" => format!("{:04}-{:02}", 1970 + count.div_euclid(12), count.rem_euclid(12) + 1),
            "W" => date(7 * count),
            "D" => date(count),
            "h" => clock(count, 24),
            "m" => clock(count, 24 * 60),
            "s" => clock(count, 86_400),
            "ms" => fraction(3),
            "us" => fraction(6),
            "ns" => fraction(9),
            "ps" => fraction(12),
            "fs" => fraction(15),
            "as" => fraction(18),
            unit => format!("{count} {unit}"),
        }
    }
}

/// Year, month and day of a day that is counted from the first of January 1970, in the Gregorian calendar without an
/// end.
fn civil(days: i128) -> (i128, i128, i128) {
    // Years begin in March, so that a leap day is the last of its year; 400 of them have 146097 days.
    let day = days + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let january = i128::from(month >= 10);
    (era * 400 + year + january, month + 3 - 12 * january, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against what NumPy 2 prints.
    #[test]
    fn as_numpy_prints_them() {
        let text = |count: i128, unit: &str, factor| Dates { unit: unit.into(), factor }.text(count);
        assert_eq!(text(1_582_977_600, "s", 1), "2020-02-29T12:00:00");
        assert_eq!(text(-1, "s", 1), "1969-12-31T23:59:59");
        assert_eq!(text(-1, "ns", 1), "1969-12-31T23:59:59.999999999");
        assert_eq!(text(11_016, "D", 1), "2000-02-29");
        assert_eq!(text(11_017, "D", 1), "2000-03-01");
        assert_eq!(text(-25_509, "D", 1), "1900-02-28");
        assert_eq!(text(-25_508, "D", 1), "1900-03-01");
        assert_eq!(text(1, "W", 1), "1970-01-08");
        assert_eq!(text(-1, "M", 1), "1969-12");
        assert_eq!(text(50, "Y", 1), "2020");
        assert_eq!(text(25, "h", 1), "1970-01-02T01");
        assert_eq!(text(4, "m", 15), "1970-01-01T01:00");
        assert_eq!(text(1_500, "ms", 1), "1970-01-01T00:00:01.500");
        assert_eq!(text(-719_528, "D", 1), "0000-01-01");
        assert_eq!(text(i64::MAX.into(), "as", 1), "1970-01-01T00:00:09.223372036854775807");
    }
}
