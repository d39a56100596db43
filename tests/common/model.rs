//! The naive array in memory that random tests compare with.

/// The elements of an array, without chunks.
pub struct Model {
    shape: Vec<u64>,
    item: usize,
    pub bytes: Vec<u8>,
}

impl Model {
    pub fn new(shape: &[u64], fill: &[u8]) -> Self {
        let elements: u64 = shape.iter().product();
        Self { shape: shape.to_vec(), item: fill.len(), bytes: fill.repeat(elements as usize) }
    }

    /// Calls `visit` with the byte of each element of a region, in C order.
    fn visit(&self, start: &[u64], count: &[u64], mut visit: impl FnMut(usize)) {
        for number in 0..count.iter().product() {
            let (mut rest, mut place, mut stride) = (number, 0, 1);
            for axis in (0..count.len()).rev() {
                place += (start[axis] + rest % count[axis]) * stride;
                rest /= count[axis];
                stride *= self.shape[axis];
            }
            visit(place as usize * self.item);
        }
    }

    pub fn read(&self, start: &[u64], count: &[u64]) -> Vec<u8> {
        let mut values = Vec::new();
        self.visit(start, count, |at| values.extend_from_slice(&self.bytes[at..at + self.item]));
        values
    }

    pub fn write(&mut self, start: &[u64], count: &[u64], values: &[u8]) {
        let mut places = Vec::new();
        self.visit(start, count, |at| places.push(at));
        for (at, value) in places.into_iter().zip(values.chunks(self.item)) {
            self.bytes[at..at + self.item].copy_from_slice(value);
        }
    }
}
