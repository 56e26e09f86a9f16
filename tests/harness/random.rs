//! A small generator of repeatable random numbers (xorshift64*). Its seed is printed by the tests that fail.

/// A stream of numbers that depends on the seed alone.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Zero is the one state that xorshift cannot leave; neighbouring seeds are torn apart.
        Self((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd134_2543_de82_ef95) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// The seed that the environment asks for, else a fixed one: a failure must be repeatable.
pub(crate) fn seed() -> u64 {
    std::env::var("UWALK_TEST_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_260_101)
}
