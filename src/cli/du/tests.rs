//! Tests of du's command line.
