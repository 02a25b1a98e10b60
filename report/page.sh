# shellcheck shell=bash
# shellcheck disable=SC2154  # root, work, results and reference are build.sh's
# Makes report.html, one self-contained file: the chapters with pandoc, report/style.css, report/page.js and the samples
# behind the numbers. Sourced by build.sh, whose variables and stage it uses.

# With more samples than this the page has each round's median and a part of the samples (a sample takes some 6 bytes).
most_samples=60000

# The samples behind every point that the page links to, as JSON.
page_samples() {
    cat "$work"/html/*.html | grep -oE 'data-point="[0-9]+"' | tr -cd '0-9\n' | sort -u >"$work/linked"
    (cd "$work" && sqlite3 -bail :memory: ".param set :most $most_samples" ".read $(quoted "$root/report/samples.sql")")
}

# A file's name for SQLite's own commands.
quoted() { printf '"%s"' "$(sed 's/[\\"]/\\&/g' <<<"$1")"; }

page() {
    local script style hash named
    script=$work/script.html style=$work/style.html
    { printf '<style>\n' && cat "$root/report/style.css" && printf '</style>\n'; } >"$style"
    # The content security policy allows only the script with this hash.
    hash=$({ echo && cat "$root/report/page.js"; } | sha256sum | cut -d ' ' -f 1 | tr a-f A-F | basenc -d --base16 | base64)
    page_samples >"$work/samples.json" || return 1
    named=$(sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' <<<"$reference") # pandoc does not escape variables
    {
        printf '<script type="application/json" id="samples">\n'
        cat "$work/samples.json"
        printf '</script>\n<script>\n'
        cat "$root/report/page.js"
        printf '</script>\n'
    } >"$script"
    pandoc --from=markdown-implicit_figures-smart --to=html5 --standalone --template="$root/report/page.html" --toc --toc-depth=2 \
        --columns=100000 --metadata lang=en --metadata pagetitle="speedup: ${results##*/}" --variable script-hash="$hash" \
        --variable reference="$named" --include-in-header="$style" --include-after-body="$script" \
        --output="$results/report.html" "$work/report.html"
}
