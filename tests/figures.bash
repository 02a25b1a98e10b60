# Figures that a run prints and writes into tests/README.md or another page. Source it, set `figures` to a new file.
# shellcheck shell=bash
# shellcheck disable=SC2154  # figures

# heading WORDS: of what follows, on the terminal and in the figures.
heading() { printf '\n**%s**\n\n' "$*" | tee -a "$figures"; }

# show: standard input, on the terminal and in the figures as it stands.
show() { sed 's/^/    /' | tee -a "$figures"; }

# write_figures TARGET [PAGE]: with WRITE=1 in the environment, in place of those of `make TARGET` in the page, tests/README.md.
write_figures() {
    [ -n "${WRITE:-}" ] || return 0
    local page=${2:-tests/README.md}
    awk -v figures="$figures" -v begin="<!-- the figures: make $1 -->" '
        $0 == begin { print; while ((getline line <figures) > 0) print line; print ""; skip = 1; next }
        /^<!-- end of the figures -->/ { skip = 0 }
        !skip { print }' "$page" >"$figures.page"
    cat "$figures.page" >"$page"
}
