//! Work shared among threads; on one thread nothing is started, since a browser's worker cannot.

/// What `work` makes of each item, in order.
pub(crate) fn each<T: Send, R: Send>(
    items: Vec<T>,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 || items.len() <= 1 {
        return items.into_iter().map(work).collect();
    }
    let share = items.len().div_ceil(threads);
    let work = &work;
    std::thread::scope(|scope| {
        let mut items = items.into_iter();
        let mut started = Vec::new();
        loop {
            let mine: Vec<T> = items.by_ref().take(share).collect();
            if mine.is_empty() {
                break;
            }
            started.push(scope.spawn(move || mine.into_iter().map(work).collect::<Vec<R>>()));
        }
        let done = started.into_iter().map(|thread| thread.join());
        done.flat_map(|part| part.expect("shared work does not panic"))
            .collect()
    })
}
