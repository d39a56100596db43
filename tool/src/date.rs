//! Points of time as dates, as NumPy prints them.

use zarr::json::Json;
use zarr::{DataType, TypeCode};

/// The dates that the numbers of an array stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The unit of what is printed, as NumPy names it.
    unit: &'static str,
    /// How a count becomes one of these units since 1970.
    counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Counts {
    /// Each count is this many of the units.
    Units(i128),
    /// Each count is this many nanoseconds, from an epoch on. Before `first`, the calendar differs.
    Nanoseconds { each: i128, epoch: i128, first: i128 },
}

/// The units of NumPy, without those of no fixed meaning.
const UNITS: [&str; 13] = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"];

const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

/// The fifteenth of October 1582, before which the standard calendar of CF is Julian.
const REFORM: i128 = -141_427 * DAY;

impl Dates {
    /// The dates of a data type; None if its elements are not points of time, or have no unit.
    pub fn of(data_type: &DataType) -> Option<Self> {
        if data_type.code() != TypeCode::DateTime64 {
            return None;
        }
        let json = data_type.to_json();
        let configuration = json.as_object()?.get("configuration")?.as_object()?;
        let factor = configuration.get("scale_factor").and_then(Json::as_u64).unwrap_or(1);
        let unit = configuration.get("unit")?.as_str()?;
        Self::counted(unit, factor.into())
    }

    fn counted(unit: &str, factor: i128) -> Option<Self> {
        let unit = UNITS.into_iter().find(|known| *known == if unit == "μs" { "us" } else { unit })?;
        Some(Self { unit, counts: Counts::Units(factor) })
    }

    /// Dates of numbers in the words of the CF conventions, `hours since 1900-01-01 00:00`; None for other words, or
    /// for another calendar.
    pub fn since(units: &str, calendar: Option<&str>, fractions: bool) -> Option<Self> {
        let (unit, epoch) = units.split_once(" since ")?;
        let (each, printed) = match unit.trim().to_ascii_lowercase().trim_end_matches('s') {
            "day" | "d" => (DAY, "D"),
            "hour" | "hr" | "h" => (3600 * SECOND, "m"),
            "minute" | "min" => (60 * SECOND, "m"),
            "second" | "sec" | "" => (SECOND, "s"),
            "millisecond" | "msec" | "milli" | "m" => (SECOND / 1000, "ms"),
            "microsecond" => (SECOND / 1_000_000, "us"),
            "nanosecond" | "n" => (1, "ns"),
            _ => return None,
        };
        let epoch = moment(epoch)?;
        let first = match calendar.unwrap_or("standard").to_ascii_lowercase().as_str() {
            "proleptic_gregorian" => i128::MIN,
            "standard" | "gregorian" => REFORM,
            _ => return None,
        };
        let printed =
            if fractions && matches!(printed, "D" | "m") || epoch % (60 * SECOND) != 0 { "s" } else { printed };
        let printed = if printed == "D" && epoch % DAY != 0 { "m" } else { printed };
        (epoch >= first).then_some(Self { unit: printed, counts: Counts::Nanoseconds { each, epoch, first } })
    }

    /// The date of a count: `2020-02-29T12:00:00` where units are seconds; longer for shorter ones, and the reverse.
    pub fn text(&self, count: i128) -> String {
        match self.counts {
            Counts::Units(factor) => self.print(count.saturating_mul(factor)),
            Counts::Nanoseconds { each, epoch, first } => match count.saturating_mul(each).saturating_add(epoch) {
                moment if moment < first => count.to_string(),
                moment => self.moment(moment),
            },
        }
    }

    /// The date of a number that need not be whole; None where the number does not tell it to the millisecond.
    pub fn text_of(&self, number: f64) -> Option<String> {
        if !number.is_finite() || number.abs() > 1e18 {
            return None;
        }
        let whole = number.trunc();
        if whole == number {
            return Some(self.text(whole as i128));
        }
        let Counts::Nanoseconds { each, epoch, first } = self.counts else { return None };
        let (rest, precision) = ((number - whole) * each as f64, number.abs() * f64::EPSILON * each as f64);
        let at = |unit: i128| {
            let rounded = (rest / unit as f64).round() * unit as f64;
            ((rest - rounded).abs() <= precision.max(1.0)).then_some(rounded as i128)
        };
        let rest = at(SECOND).or_else(|| at(SECOND / 1000))?;
        let moment = Some(whole as i128 * each + epoch + rest).filter(|moment| *moment >= first)?;
        let finer = Self { unit: if moment % SECOND == 0 { self.unit } else { "ms" }, ..self.clone() };
        Some(finer.moment(moment))
    }

    /// The date of a number of nanoseconds since 1970.
    fn moment(&self, nanoseconds: i128) -> String {
        let unit = match self.unit {
            "D" => DAY,
            "m" => 60 * SECOND,
            "s" => SECOND,
            "ms" => SECOND / 1000,
            "us" => SECOND / 1_000_000,
            _ => 1,
        };
        self.print(nanoseconds.div_euclid(unit))
    }

    /// The date of a number of units since 1970.
    fn print(&self, count: i128) -> String {
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
        match self.unit {
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
            _ => fraction(18),
        }
    }
}

/// The nanoseconds since 1970 of a date with or without a time of the day, in universal time: `1900-1-1 06:00:00.5`.
fn moment(text: &str) -> Option<i128> {
    let text = text.trim();
    let text = text.strip_suffix('Z').or_else(|| text.strip_suffix("UTC")).unwrap_or(text).trim();
    let (date, clock) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    let mut date = date.split('-');
    let mut part = || date.next().filter(|part| part.len() <= 4)?.parse::<i128>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    if date.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days_of(year, month, day);
    // The first of March is not the thirtieth of February.
    if civil(days) != (year, month, day) {
        return None;
    }
    let (clock, zone) = match clock.trim().split_once([' ', '+']) {
        Some((clock, zone)) => (clock, zone.trim().trim_start_matches(['+', '-'])),
        None => (clock.trim(), ""),
    };
    if zone.chars().any(|c| !matches!(c, '0' | ':')) {
        return None;
    }
    let mut nanoseconds = days * DAY;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    if !clock.is_empty() {
        let mut unit = 3600 * SECOND;
        for (part, most) in clock.split(':').zip([24, 60, 61]) {
            nanoseconds += part.parse::<i128>().ok().filter(|part| (0..most).contains(part))? * unit;
            unit /= 60;
        }
        if clock.split(':').count() > 3 {
            return None;
        }
    }
    if !fraction.is_empty() {
        let digits: i128 = fraction.parse().ok().filter(|_| fraction.len() <= 9)?;
        nanoseconds += digits * 10_i128.pow(9 - fraction.len() as u32);
    }
    Some(nanoseconds)
}

/// The days from the first of January 1970 to a date of the Gregorian calendar.
fn days_of(year: i128, month: i128, day: i128) -> i128 {
    let year = if month < 3 { year - 1 } else { year };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + 365 * year + year / 4 - year / 100 + day_of_year - 719_468
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
        let text = |count: i128, unit: &str, factor| Dates::counted(unit, factor).unwrap().text(count);
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
    /// Against what cftime prints.
    #[test]
    fn numbers_since_a_moment_are_dates() {
        let text = |units: &str, calendar: Option<&str>, count: i128| {
            Dates::since(units, calendar, false).map_or_else(|| "none".into(), |dates| dates.text(count))
        };
        assert_eq!(text("days since 2000-01-01", None, 59), "2000-02-29");
        assert_eq!(text("days since 2000-1-1 12:00:00", None, 59), "2000-02-29T12:00");
        assert_eq!(text("hours since 1900-01-01 00:00:0.0", Some("gregorian"), 1_000_000), "2014-01-29T16:00");
        assert_eq!(text("seconds since 1970-01-01T00:00:00Z", None, 1_582_977_600), "2020-02-29T12:00:00");
        assert_eq!(text("minutes since 1970-01-01 00:00 UTC", None, -1), "1969-12-31T23:59");
        assert_eq!(text("milliseconds since 1970-01-01", None, 1_500), "1970-01-01T00:00:01.500");
        assert_eq!(text("nanoseconds since 1970-01-01", None, 1), "1970-01-01T00:00:00.000000001");
        assert_eq!(text("days since 0001-01-01", Some("proleptic_gregorian"), 730_178), "2000-02-29");
        // Another calendar, a unit of no fixed length, another zone, no date, no time at all.
        for (units, calendar) in [
            ("days since 2000-01-01", Some("noleap")),
            ("days since 0001-01-01", None),
            ("months since 2000-01-01", None),
            ("days since 2000-01-01 00:00 +02:00", None),
            ("days since 2000-02-30", None),
            ("days since then", None),
            ("K", None),
        ] {
            assert_eq!(text(units, calendar, 1), "none", "{units}");
        }
        let days = Dates::since("days since 2000-01-01", None, true).unwrap();
        assert_eq!(days.text_of(59.25).as_deref(), Some("2000-02-29T06:00:00"));
        assert_eq!(days.text_of(9000.1).as_deref(), Some("2024-08-22T02:24:00"));
        assert_eq!(days.text_of(1.0 / 3.0).as_deref(), Some("2000-01-01T08:00:00"));
        assert_eq!(days.text_of(1.0 / 7.0), None);
        assert_eq!(days.text_of(f64::NAN), None);
    }
}
