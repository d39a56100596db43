//! The speed of the loops over elements beside `memcpy` and beside the loop that one would write first: copies of short
//! rows, axes that change places, fills, byte order, and conversions. GiB of the target a second, the fastest of
//! several runs.
//!
//!     cargo bench --bench kernels

use std::hint::black_box;
use std::time::{Duration, Instant};
use zarr::dtype::{Conversion, DataType, Policy, StoredOrder, Swap, TypeCode};
use zarr::grid::{MemoryBlock, c_strides, copy, f_strides, fill, is_filled};

/// GiB a second.
fn speed(bytes: usize, mut run: impl FnMut()) -> f64 {
    let mut fastest = Duration::MAX;
    let end = Instant::now() + Duration::from_millis(30);
    while Instant::now() < end {
        let begin = Instant::now();
        run();
        fastest = fastest.min(begin.elapsed());
    }
    bytes as f64 / fastest.as_secs_f64() / f64::from(1 << 30)
}

/// Element by element, in the order of the axes, of which there are three at most.
fn naive(count: &[usize], item: usize, from: (&[u8], &MemoryBlock), to: (&mut [u8], &MemoryBlock)) {
    let three = |axes: &[usize], missing| {
        let mut three = [missing; 3];
        three[3 - axes.len()..].copy_from_slice(axes);
        three
    };
    let steps = |block: &MemoryBlock| {
        let strides: Vec<usize> = block.strides.iter().map(|stride| stride.unsigned_abs()).collect();
        three(&strides, 0)
    };
    let (count, from_steps, to_steps) = (three(count, 1), steps(from.1), steps(to.1));
    for i in 0..count[0] {
        for j in 0..count[1] {
            let at = |steps: [usize; 3]| i * steps[0] + j * steps[1];
            let (source, target) = (&from.0[at(from_steps)..], &mut to.0[at(to_steps)..]);
            for k in 0..count[2] {
                let (source, target) = (&source[k * from_steps[2]..], &mut target[k * to_steps[2]..]);
                match item {
                    1 => target[0] = source[0],
                    2 => target[..2].copy_from_slice(&source[..2]),
                    4 => target[..4].copy_from_slice(&source[..4]),
                    8 => target[..8].copy_from_slice(&source[..8]),
                    _ => target[..item].copy_from_slice(&source[..item]),
                }
            }
        }
    }
}

fn rows(source: &[u8], target: &mut [u8]) {
    println!("rows of a MiB, 4 rows apart in the target: copy, memcpy for each row");
    for row in [1usize, 2, 4, 8, 12, 16, 32, 64, 128, 192, 256, 512, 1024, 4096] {
        let count = [(1 << 20) / row, row];
        let from = MemoryBlock { offset: 0, strides: vec![row as isize, 1] };
        let to = MemoryBlock { offset: 0, strides: vec![4 * row as isize, 1] };
        let bytes = count[0] * row;
        let ours = speed(bytes, || copy(&count, 1, from.of(source), to.of(&mut *target)).unwrap());
        let theirs = speed(bytes, || {
            for (from, to) in source.chunks_exact(row).zip(target.chunks_mut(4 * row)) {
                to[..row].copy_from_slice(from);
            }
        });
        println!("  {row:5} B  {ours:7.1} {theirs:7.1}   {:.2}", ours / theirs);
    }
}

fn transposes(source: &[u8], target: &mut [u8]) {
    println!("C order into F order, and back: copy, the other way, element by element, memcpy of as many bytes");
    let cases: [(&[usize], &[u64]); 4] = [
        (&[500, 700], &[500, 700]),
        (&[512, 512], &[512, 512]),
        (&[64, 64, 64], &[250; 3]),
        (&[64, 64, 64], &[256; 3]),
    ];
    for item in [1usize, 2, 4, 8, 16] {
        for (count, buffer) in cases {
            let bytes = count.iter().product::<usize>() * item;
            if buffer.iter().product::<u64>() as usize * item > target.len() {
                continue;
            }
            let shape: Vec<u64> = count.iter().map(|count| *count as u64).collect();
            let block = |strides| MemoryBlock { offset: 0, strides };
            let there = [block(c_strides(&shape, item)), block(f_strides(buffer, item))];
            let back = [block(f_strides(&shape, item)), block(c_strides(buffer, item))];
            let forth = speed(bytes, || copy(count, item, there[0].of(source), there[1].of(&mut *target)).unwrap());
            let other = speed(bytes, || copy(count, item, back[0].of(source), back[1].of(&mut *target)).unwrap());
            let plain = speed(bytes, || naive(count, item, (source, &there[0]), (target, &there[1])));
            let memcpy = speed(bytes, || target[..bytes].copy_from_slice(&source[..bytes]));
            println!("  {item:2} B {count:?} of {buffer:?}  {forth:6.1} {other:6.1} {plain:6.2} {memcpy:6.1}");
        }
    }
}

fn fills(target: &mut [u8]) {
    println!("an element all over a MiB: fill, one by one; is it all over: is_filled, one by one");
    for item in [1usize, 2, 4, 8, 12, 16] {
        let element: Vec<u8> = (1..=item as u8).collect();
        let buffer = &mut target[..(1 << 20) / item * item];
        let bytes = buffer.len();
        let one_by_one =
            speed(bytes, || buffer.chunks_exact_mut(item).for_each(|place| place.copy_from_slice(&element)));
        let ours = speed(bytes, || fill(buffer, &element));
        let found = speed(bytes, || assert!(is_filled(black_box(buffer), &element)));
        let compared = speed(bytes, || assert!(black_box(&*buffer).chunks_exact(item).all(|place| place == element)));
        println!("  {item:2} B  {ours:6.1} {one_by_one:6.1}   {found:6.1} {compared:6.1}");
    }
}

fn number(code: TypeCode) -> DataType {
    DataType::from_code(code as i32).unwrap()
}

fn swaps(target: &mut [u8]) {
    println!("the byte order of a MiB");
    for code in [TypeCode::Int16, TypeCode::Int32, TypeCode::Int64, TypeCode::Complex64] {
        let data_type = number(code);
        let orders = [zarr::dtype::ByteOrder::Little, zarr::dtype::ByteOrder::Big];
        let swap = orders.map(|order| Swap::new(&data_type, &StoredOrder::from(order)));
        let swap = swap.iter().find(|swap| !swap.is_none()).unwrap();
        let bytes = &mut target[..1 << 20];
        println!("  {:9}  {:6.1}", data_type.to_string(), speed(1 << 20, || swap.apply(bytes)));
    }
}

fn conversions() {
    use TypeCode as T;
    let types = [
        T::Bool,
        T::Int8,
        T::Int16,
        T::Int32,
        T::Int64,
        T::UInt8,
        T::UInt16,
        T::UInt32,
        T::UInt64,
        T::Float16,
        T::BFloat16,
        T::Float32,
        T::Float64,
        T::Complex64,
    ]
    .map(number);
    let count = 4096;
    for policy in [Policy::Check, Policy::Clamp, Policy::Wrap] {
        println!(
            "{count} small numbers in other types, {policy:?}: elements a nanosecond; the columns are those after"
        );
        for from in &types {
            let numbers: Vec<u8> = (0..count).map(|at| (at % 100) as u8).collect();
            let widen = Conversion::new(&number(T::UInt8), from, Policy::Clamp).unwrap();
            let mut source = vec![0; count * from.size()];
            match widen {
                Some(widen) => widen.apply(&numbers, &mut source).unwrap(),
                None => source.copy_from_slice(&numbers),
            }
            let mut line = format!("  {:10}", from.to_string());
            for to in &types {
                let mut target = vec![0; count * to.size()];
                let Some(conversion) = Conversion::new(from, to, policy).unwrap() else {
                    line += "       -";
                    continue;
                };
                let bytes = speed(count, || conversion.apply(black_box(&source), &mut target).unwrap());
                line += &format!(" {:7.2}", bytes * f64::from(1 << 30) / 1e9);
            }
            println!("{line}");
        }
    }
}

fn main() {
    let source = vec![1u8; 8 << 20];
    let mut target = vec![1u8; 272 << 20];
    rows(&source, &mut target);
    transposes(&source, &mut target);
    fills(&mut target);
    swaps(&mut target);
    conversions();
}
