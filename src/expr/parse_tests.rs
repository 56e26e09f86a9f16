//! Tests of the parser: what joins what, and every mistake with its whole message.
