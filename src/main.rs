//! The program: what it does is in `uwalk::run`.

fn main() -> std::process::ExitCode {
    uwalk::run::run()
}
