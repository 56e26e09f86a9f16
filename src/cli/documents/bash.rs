//! Completions for bash: what follows a name by its operand, names after a dash, and else paths.

use super::{head, quoted};
use crate::cli::items::{self, Item};
use crate::expr::{Choices, Fill};
use std::fmt::Write as _;

/// The script.
pub(super) fn script() -> String {
    let mut text = head("bash");
    text.push_str(&function("_uwalk_du", "", &items::of_du().collect::<Vec<_>>()));
    text.push('\n');
    text.push_str(&function("_uwalk_ls", "", &items::of_ls().collect::<Vec<_>>()));
    text.push('\n');
    text.push_str(&function("_uwalk", COMMANDS, &items::all().collect::<Vec<_>>()));
    text.push_str("complete -F _uwalk uwalk\n");
    text
}

/// Words behind `du` are its own, up to the expression, and those behind `ls` are.
const COMMANDS: &str = r#"    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == du && " ${COMP_WORDS[*]:2:COMP_CWORD-2} " != *" --where "* ]]; then
        _uwalk_du
        return
    fi
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == ls ]]; then
        _uwalk_ls
        return
    fi
"#;

/// A function that completes one of `items`, or a path; `first` is done before.
fn function(name: &str, first: &str, items: &[Item]) -> String {
    let mut text = format!("{name}() {{\n{first}{START}");
    for item in items.iter().filter(|item| item.is_optional()) {
        let names: Vec<&str> = item.dashed().collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    case $prev in {}) [[ $equals ]] || prev= ;; esac", names.join(" | "));
    }
    text.push_str("    case $prev in\n");
    let mut done: Vec<Fill> = Vec::new();
    for fill in items.iter().filter_map(|item| item.shape).map(|shape| shape.fill) {
        if done.contains(&fill) {
            continue;
        }
        done.push(fill);
        let takers = items.iter().filter(|item| item.shape.is_some_and(|shape| shape.fill == fill));
        let names: Vec<&str> = takers.flat_map(|item| item.dashed()).collect();
        let _ = write!(text, "        {})\n{}            ;;\n", names.join(" | "), fill_in(fill));
    }
    let names: Vec<&str> = items.iter().flat_map(|item| item.dashed()).collect();
    let _ = write!(text, "        *)\n            names={}\n{END}", quoted(&names.join("\n                ")));
    text
}

/// The word at the cursor and the one that it is the operand of. bash makes words of their own of `=`.
const START: &str = r#"    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} equals= names
    if [[ $cur == "=" ]]; then
        cur=
        equals=1
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
        equals=1
    fi
    COMPREPLY=()
"#;

const END: &str = r#"            if [[ $cur == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                compopt -o filenames
            fi
            ;;
    esac
}
"#;

/// The lines that fill in an operand.
fn fill_in(fill: Fill) -> String {
    let by = |options: &str| format!("            mapfile -t COMPREPLY < <(compgen {options} -- \"$cur\")\n");
    match fill {
        Fill::Nothing => String::new(),
        Fill::Choice(choices) => by(&format!("-W {}", words(choices))),
        Fill::List(choices) => format!(
            "            mapfile -t COMPREPLY < <(compgen -P \"${{cur%\"${{cur##*,}}\"}}\" -W {} -- \"${{cur##*,}}\")\n",
            words(choices)
        ),
        Fill::Users => by("-u"),
        Fill::Groups => by("-g"),
        Fill::Files => by("-f") + "            compopt -o filenames\n",
    }
}

fn words(choices: Choices) -> String {
    quoted(&choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" "))
}
