# shellcheck shell=bash
# shellcheck disable=SC2154  # root, work, results and reference are build.sh's
# Makes report.html, one file that asks for nothing: the chapters with pandoc, report/style.css, report/page.js and the samples
# behind the numbers. Sourced by build.sh, whose variables and stage it uses.

# Where a page shows more samples than this, each round keeps its median and a part of them (a sample takes some 6 bytes).
most_samples=60000

# The samples behind every point that the page leads to, as JSON.
page_samples() {
    local prefix folder
    for prefix in '' reference_; do
        folder=$results
        [ -z "$prefix" ] || folder=$(reference_folder "$results")
        : >"$work/${prefix}samples.csv"
        [ ! -s "$folder/samples.csv" ] ||
            out=$work LC_ALL=C awk -f "$root/report/stage.awk" "to=${prefix}samples.csv" "$folder/samples.csv"
        [ -s "$work/${prefix}samples.csv" ] || head -n 1 "$results/samples.csv" >"$work/${prefix}samples.csv"
    done
    cat "$work"/html/*.html | grep -oE 'data-point="[0-9]+"' | tr -cd '0-9\n' | sort -u >"$work/linked"
    (cd "$work" && sqlite3 -bail :memory: ".param set :most $most_samples" ".read $(quoted "$root/report/samples.sql")")
}

# A file's name for SQLite's own commands.
quoted() { printf '"%s"' "$(sed 's/[\\"]/\\&/g' <<<"$1")"; }

page() {
    local script style hash
    script=$work/script.html style=$work/style.html
    { printf '<style>\n' && cat "$root/report/style.css" && printf '</style>\n'; } >"$style"
    # The page says which script it runs by its hash, and runs no other.
    hash=$({ echo && cat "$root/report/page.js"; } | sha256sum | cut -d ' ' -f 1 | tr a-f A-F | basenc -d --base16 | base64)
    {
        printf '<script type="application/json" id="samples">\n'
        page_samples
        printf '</script>\n<script>\n'
        cat "$root/report/page.js"
        printf '</script>\n'
    } >"$script"
    pandoc --from=markdown-implicit_figures-smart --to=html5 --standalone --template="$root/report/page.html" --toc --toc-depth=2 \
        --columns=100000 --metadata lang=en --metadata pagetitle="speedup: ${results##*/}" --variable script-hash="$hash" \
        --variable reference="$reference" --include-in-header="$style" --include-after-body="$script" \
        --output="$results/report.html" "$work/report.html"
}
