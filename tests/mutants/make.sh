#!/usr/bin/env bash
# Makes wrong variants (mutants) from correct ones, by the rules in tests/mutants/*.rules:
#
#   make.sh FOLDER
#
# A rule replaces literal text that must occur a given number of times; another number is an error, so that rules follow
# their variants. A mutant is the model's file with the headers of its own folder and its limbs inlined, changed, under
# the name MODEL_RULE, in FOLDER/cpu/<workload>/ or FOLDER/gpu/<workload>/. FOLDER/list has one line per mutant, its
# fields separated by bars: workload, variant, model, kind of rule, arguments of a further run, description. An
# unchanged file is not rewritten, so that make does not recompile it.
#
# A rules file, line by line:
#   # ...                           a comment
#   rule NAME | KIND | WHAT         begins a rule
#   run ARGUMENTS                   a further `speedup run` that shows the error of this rule
#   on WORKLOAD MODEL...            models to apply it to; the following edits are for these. More workloads may follow
#   - TEXT  or  -N TEXT             an edit: TEXT, which must occur N times (once); further lines of TEXT
#   + TEXT                          its replacement; none: empty
#   calls NAME                      an edit: this function of wrong_calls.h calls run()
# Text with AS_BFLOAT16, AS_SCALED or AS_TF32 includes wrong_floats.h, which defines them.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."

out=$1
mkdir -p "$out"
new=$(mktemp -d "$out/new.XXXXXX")
trap 'rm -rf "$new"' EXIT
mkdir -p "$new"/{cpu,gpu}/{matmul,transpose,apsp,stencil,spmv}

awk -v out="$new" '
function fail(text) {
    printf "error: %s:%d: %s\n", FILENAME, FNR, text >"/dev/stderr"
    failed = 1
}

# The text of a file, with inlined headers of these workloads and limbs.
function source_of(path,    line, text, part, known) {
    text = ""
    known = 0
    while ((known = (getline line <path)) > 0) {
        if (line ~ /^#include "([cg]pu\/(matmul|transpose|apsp|stencil)\/|cpu\/amx\.h)/) {
            split(line, part, "\"")
            text = text source_of(part[2])
        } else if (line == "#pragma once") {
            if (inlined[path]++) {
                close(path)
                return ""
            }
        } else {
            text = text line "\n"
        }
    }
    if (known < 0) {
        fail(path ": no such file")
    }
    close(path)
    return text
}

function replaced(text, old, new, count, model,    result, at, found) {
    result = ""
    found = 0
    while ((at = index(text, old)) > 0) {
        result = result substr(text, 1, at - 1) new
        text = substr(text, at + length(old))
        found++
    }
    if (found != count) {
        fail("in " model " this text occurs " found " times, expected " count ": " old)
    }
    return result text
}

function add_edit(old, new, count) {
    old_text[++edits] = old
    new_text[edits] = new
    times[edits] = count
}

function finish_edit() {
    if (editing) {
        add_edit(old, new, count)
    }
    editing = 0
}

function make_mutant(workload, model,    part, path, text, name, symbol, e) {
    split(model, part, "/")
    path = part[1] "/" workload "/" part[2] (part[1] == "gpu" ? ".cu" : ".c")
    delete inlined
    text = source_of(path)
    for (e = 1; e <= edits; e++) {
        text = replaced(text, old_text[e], new_text[e], times[e], path)
    }
    if (text ~ /AS_(BFLOAT16|SCALED|TF32)\(/) {
        sub(/#include/, "#include \"tests/mutants/wrong_floats.h\"\n&", text)
    }
    name = part[2] "_" rule
    symbol = "variant_" part[1] "_" workload "_" part[2]
    gsub("const Variant " symbol, "const Variant " symbol "_" rule, text)
    sub(".name = \"" model "\"", ".name = \"" part[1] "/" name "\"", text)
    path = out "/" part[1] "/" workload "/" name (part[1] == "gpu" ? ".cu" : ".c")
    if (path in made) {
        fail("there are two mutants " part[1] "/" name " of " workload)
    }
    made[path] = 1
    printf "%s", text >path
    close(path)
    printf "%s|%s|%s|%s|%s|%s\n", workload, part[1] "/" name, model, kind, further, what >(out "/list")
}

# Applies the edits since the last `on` to its models.
function finish_models(    m) {
    finish_edit()
    if (models > 0 && edits == 0) {
        fail("the rule " rule " has no edit for " workload_of[1] " " model[1])
    }
    for (m = 1; m <= models; m++) {
        make_mutant(workload_of[m], model[m])
    }
    models = edits = 0
}

BEGIN { head = "static int run(const Task *task)" }

FNR == 1 { finish_models() }

/^#/ || /^ *$/ { next }

$1 == "rule" {
    finish_models()
    if (split(substr($0, 6), field, / \| /) != 3 || field[1] !~ /^[a-z0-9_]+$/) {
        fail("a rule is: rule NAME | KIND | WHAT")
    }
    rule = field[1]
    kind = field[2]
    what = field[3]
    further = ""
    next
}

$1 == "run" {
    further = substr($0, 5)
    next
}

$1 == "on" {
    finish_models()
    for (i = 2; i <= NF; i++) {
        if ($i ~ /\//) {
            model[++models] = $i
            workload_of[models] = named
        } else {
            named = $i
        }
    }
    next
}

$1 == "calls" {
    finish_edit()
    add_edit(head, "#include \"tests/mutants/wrong_calls.h\"\n\n" head, 1)
    add_edit(".run = run,", ".run = " $2 ",", 1)
    next
}

/^-/ {
    marker = $1
    text = substr($0, length(marker) + 2)
    if (editing && new_lines == 0) {
        old = old "\n" text
        next
    }
    finish_edit()
    editing = 1
    new_lines = 0
    new = ""
    old = text
    count = marker == "-" ? 1 : substr(marker, 2)
    next
}

/^\+/ {
    new = new (new_lines++ > 0 ? "\n" : "") substr($0, 3)
    next
}

{ fail("not a line of a rule: " $0) }

END {
    finish_models()
    exit failed
}' tests/mutants/*.rules

# Replaces changed files only.
mkdir -p "$out"/{cpu,gpu}/{matmul,transpose,apsp,stencil,spmv}
(cd "$new" && find . -type f) | while read -r file; do
    cmp -s "$new/$file" "$out/$file" || cp "$new/$file" "$out/$file"
done
for file in "$out"/[cg]pu/*/*; do
    [ -e "$new${file#"$out"}" ] || rm -f "$file"
done
