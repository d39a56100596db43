//! Parts of an array as the user names them, `0:10,:,3,::2`, as NumPy does.

use crate::failure::{Result, usage};

/// A selection with a start, a count and a step along each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisSelection {
    /// The first element along each axis.
    pub start: Vec<u64>,
    /// The number of elements along each axis.
    pub count: Vec<u64>,
    /// From each element to the next one.
    pub step: Vec<i64>,
    /// True if an axis has a single index, so that it is dropped.
    pub single: Vec<bool>,
}

impl AxisSelection {
    /// All elements.
    pub fn all(shape: &[u64]) -> Self {
        let rank = shape.len();
        Self { start: vec![0; rank], count: shape.to_vec(), step: vec![1; rank], single: vec![false; rank] }
    }

    /// The selection of the user, or everything. Axes that are not named are taken whole.
    pub fn parse(text: Option<&str>, shape: &[u64]) -> Result<Self> {
        let mut selection = Self::all(shape);
        let Some(text) = text else { return Ok(selection) };
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let dots = parts.iter().position(|part| *part == "...");
        let named = parts.len() - usize::from(dots.is_some());
        if named > shape.len() {
            return Err(usage(format!("{text:?} names {named} axes of an array that has {}", shape.len())));
        }
        for (index, part) in parts.iter().enumerate() {
            let axis = match dots {
                Some(dots) if index == dots => continue,
                Some(dots) if index > dots => shape.len() - (parts.len() - index),
                _ => index,
            };
            let wrong = |why: &str| usage(format!("axis {axis}: {part:?}: {why}"));
            selection.axis(axis, part, shape[axis]).map_err(|why| wrong(&why))?;
        }
        Ok(selection)
    }

    fn axis(&mut self, axis: usize, part: &str, length: u64) -> std::result::Result<(), String> {
        let long = i128::from(length);
        let number = |text: &str| text.parse::<i64>().map(i128::from).map_err(|_| format!("{text:?} is no number"));
        let from_end = |at: i128| if at < 0 { at + long } else { at };
        let fields: Vec<&str> = part.split(':').map(str::trim).collect();
        if let [index] = fields.as_slice() {
            let at = from_end(number(index)?);
            if !(0..long).contains(&at) {
                return Err(format!("there are {length} elements"));
            }
            (self.start[axis], self.count[axis], self.single[axis]) = (at as u64, 1, true);
            return Ok(());
        }
        let field = |at: usize| fields.get(at).copied().filter(|text| !text.is_empty());
        if fields.len() > 3 {
            return Err("it has more than start:stop:step".into());
        }
        let step = field(2).map_or(Ok(1), number)?;
        if step == 0 {
            return Err("the step is 0".into());
        }
        let (low, high) = if step > 0 { (0, long) } else { (-1, long - 1) };
        let bound = |at: usize, default: i128| -> std::result::Result<i128, String> {
            field(at).map_or(Ok(default), |text| number(text).map(|at| from_end(at).clamp(low, high)))
        };
        let (first, last) =
            if step > 0 { (bound(0, 0)?, bound(1, long)?) } else { (bound(0, long - 1)?, bound(1, -1)?) };
        let count = if step > 0 { last - first } else { first - last };
        let count = if count <= 0 { 0 } else { (count + step.abs() - 1) / step.abs() };
        self.start[axis] = if count == 0 { 0 } else { first as u64 };
        self.count[axis] = count as u64;
        self.step[axis] = step as i64;
        Ok(())
    }

    /// Lengths of the axes that are left.
    pub fn shape(&self) -> Vec<u64> {
        self.axes().map(|axis| self.count[axis]).collect()
    }

    /// The axes that are left.
    pub fn axes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.count.len()).filter(|axis| !self.single[*axis])
    }

    /// The elements of a part of it.
    pub fn part(&self, start: &[u64], count: &[u64]) -> Self {
        let at =
            |axis: usize| (i128::from(self.start[axis]) + i128::from(start[axis]) * i128::from(self.step[axis])) as u64;
        Self { start: (0..start.len()).map(at).collect(), count: count.to_vec(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, shape: &[u64]) -> Option<(Vec<u64>, Vec<u64>, Vec<i64>)> {
        AxisSelection::parse(Some(text), shape).ok().map(|found| (found.start, found.count, found.step))
    }

    #[test]
    fn as_numpy_has_it() {
        assert_eq!(parsed("2", &[5]), Some((vec![2], vec![1], vec![1])));
        assert_eq!(parsed("-1,:", &[5, 3]), Some((vec![4, 0], vec![1, 3], vec![1, 1])));
        assert_eq!(parsed("1:100:2", &[6]), Some((vec![1], vec![3], vec![2])));
        assert_eq!(parsed("::-1", &[4]), Some((vec![3], vec![4], vec![-1])));
        assert_eq!(parsed("3:0:-2", &[4]), Some((vec![3], vec![2], vec![-2])));
        assert_eq!(parsed("...,0", &[4, 5, 6]), Some((vec![0, 0, 0], vec![4, 5, 1], vec![1, 1, 1])));
        assert_eq!(parsed("4:2", &[6]), Some((vec![0], vec![0], vec![1])));
        assert_eq!(parsed(":", &[0]), Some((vec![0], vec![0], vec![1])));
        assert_eq!(parsed("5", &[5]), None);
        assert_eq!(parsed("0,0", &[5]), None);
        assert_eq!(parsed("::0", &[5]), None);
    }
}
