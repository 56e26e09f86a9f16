//! File systems of the test's own, in a mount namespace that ends with the thread that made it: nothing is left to clean up,
//! not even by a test that is killed.
