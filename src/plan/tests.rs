//! Tests of the plan.
