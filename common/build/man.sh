#!/bin/sh
# The man page, made from the help texts: common/build/man.sh PROGRAM >speedup.1, called by `make install`.
set -eu
commands=$("$1" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
{
    "$1" --version
    "$1" --help
    for command in $commands; do
        printf '\f%s\n' "$command"
        "$1" "$command" --help
    done
} | awk '
    # Lines that begin with a blank begin on a line of their own in troff too.
    function show(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        print (text ~ /^[.\047]/ ? "\\&" : "") text
    }
    NR == 1 { print ".TH SPEEDUP 1 \"\" \"" $1 " " $2 "\"\n.ad l\n.nh\n.SH NAME"; next }
    NR == 2 { sub(/:/, " -"); sub(/[.]$/, ""); show($0); print ".SH DESCRIPTION"; next }
    /^\f/ { print ".SH SPEEDUP " toupper(substr($0, 2)); next }
    /^$/ { print ".PP"; next }
    /^  [^ ].*[^ ]  +[^ ]/ { # an option or a command, and its meaning
        end = match($0, /[^ ]  /)
        print ".TP"
        printf ".B "
        show(substr($0, 3, end - 2))
        sub(/^  .*[^ ]  +/, "")
        show($0)
        next
    }
    { show($0) }'
