//! Locks know which threads are inside, and a child of `fork` has values of its own.

use super::*;

fn inside() -> usize {
    ME.with(|me| me.depth.get())
}

#[test]
fn threads_count_as_inside_until_the_last_guard_is_gone() {
    let (a, b, lazy) = (Mutex::new(1), RwLock::new(2), LazyLock::new(inside));
    assert_eq!(inside(), 0);
    let first = a.lock();
    let second = b.read();
    assert_eq!((*first + *second, inside()), (3, 2));
    drop(first);
    assert_eq!(inside(), 1);
    drop(second);
    *b.write() += 1;
    assert_eq!(*b.read(), 3);
    assert_eq!((*lazy, inside()), (1, 0), "what is made once is made inside");
    assert!(std::panic::catch_unwind(|| panic!("under {}", *a.lock())).is_err());
    assert_eq!(inside(), 0);
    assert_eq!(*a.lock(), 1, "a panic leaves nothing locked");
}

#[test]
fn threads_have_numbers_of_their_own() {
    let mine = thread_number();
    assert_eq!(thread_number(), mine);
    assert_ne!(std::thread::spawn(thread_number).join().unwrap(), mine);
}

#[test]
fn all_threads_of_a_process_see_one_value() {
    let value = PerProcess::<Mutex<Vec<usize>>>::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let value = &value;
            scope.spawn(move || value.lock().push(number));
        }
    });
    assert_eq!(value.lock().len(), 8);
}
