//! Chains of shared values, each of which holds the next.

use std::sync::Arc;

/// Frees a chain as far as nobody else holds it, without nested calls: it may be a million long. `next` takes what a value
/// holds out of it.
pub fn free_chain<T>(first: Option<Arc<T>>, next: impl Fn(&mut T) -> Option<Arc<T>>) {
    let mut held = first;
    while let Some(mut only) = held.and_then(Arc::into_inner) {
        held = next(&mut only);
    }
}
