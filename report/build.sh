#!/usr/bin/env bash
# Makes tables, figures and the report from a machine's results.
#
#   report/build.sh [RESULTS]    RESULTS: a folder with samples.csv, by default results/<machine>
#
# Writes RESULTS/tables/NAME.{md,csv,tex} for each report/tables/NAME.sql, RESULTS/figures/
# NAME.{svg,png} for each plots/NAME.gp, RESULTS/summary.csv, report.md and report.html. Numbers come from
# the queries alone. Without gnuplot or pandoc the rest is still made, and what is missing is said.
set -euo pipefail
. "$(dirname "$0")/data.sh"

results=${1:-}
if [ -z "$results" ]; then
    results=results/$("$speedup" machine | sed -n 's/^ *"name": *"\([^"]*\)".*/\1/p' | head -n 1)
    [ ! -f "$root/Makefile" ] || results=$root/$results
fi
[ -s "$results/samples.csv" ] || {
    say "$results/samples.csv is not there: run an experiment first, for example experiments/thread-scaling.sh"
    exit 2
}
results=$(cd "$results" && pwd)
have sqlite3 sqlite3 "no tables, figures and report without it" || exit 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage "$results" "$work"
cp "$work/summary.csv" "$results/summary.csv"
mkdir -p "$results/tables" "$results/figures" "$work/tables" "$work/figures" "$work/sentences"
export reference # a name is no text for -v, which takes backslashes for escapes
reference=$(value_of "$work" "SELECT coalesce(max(machine), 'none') FROM points WHERE origin = 'reference'")
failed=0

# ---- tables: one query each ----
for query in "$root"/report/tables/*.sql; do
    name=$(basename "$query" .sql)
    if ! ask "$work" "$query" >"$work/rows"; then
        say "report/tables/$name.sql failed"
        failed=1
        continue
    fi
    LC_ALL=C awk -v out="$results/tables/$name" -v footnotes="$root/report/footnotes.csv" -v query="$query" \
        -f "$root/report/number.awk" -f "$root/report/markdown.awk" -f "$root/report/latex.awk" \
        -f "$root/report/formats.awk" "$root/report/footnotes.csv" "$query" RS='\036' FS='\037' "$work/rows"
done

# ---- sentences with numbers ----
for query in "$root"/report/sentences/*.sql; do
    name=$(basename "$query" .sql)
    sentences "$work" "$query" 1 >"$work/sentences/$name" || {
        say "report/sentences/$name.sql failed"
        failed=1
    }
done

# ---- figures: a query's rows, cut into series, drawn twice ----
# Head comment of a plots/NAME.sql: "-- axes: logx logy" where they are logarithmic.
# What stands in gnuplot's -e is evaluated, in double quotes even as a command: names of files, numbers and nothing else.
draw() { # facet's data file, series, longest, dashes, heading, figure's script
    local format
    for format in svg png; do
        (cd "$root/plots" && gnuplot -e "format='$format'; output='${results//\'/\'\'}/figures/${1%.dat}.$format'; \
            data='${work//\'/\'\'}/figures/$1'; series=$2; longest=$3; dashes='$4'" "$6") || return 1
    done
    printf '%s\t%s\n' "${1%.dat}" "$5" >>"$work/figures/$(basename "$6" .gp).list"
}
can_draw=1
have gnuplot gnuplot-nox "no figures are drawn" || can_draw=0
for script in "$root"/plots/*.gp; do
    name=$(basename "$script" .gp)
    if [ "$name" = style ] || [ $can_draw = 0 ]; then
        continue
    fi
    if ! sqlite3 -bail -readonly -csv -header "$work/report.db" <"${script%.gp}.sql" >"$work/rows"; then
        say "plots/$name.sql failed"
        failed=1
        continue
    fi
    axes=$(sed -n 's/^-- axes: //p' "${script%.gp}.sql")
    LC_ALL=C awk -v name="$name" -v dir="$work/figures" -v axes="$axes" -f "$root/report/csv.awk" \
        -f "$root/plots/series.awk" "$work/rows" >"$work/facets"
    while IFS=$'\t' read -r file count longest dashes heading; do
        draw "$file" "$count" "$longest" "$dashes" "$heading" "$script" </dev/null || {
            say "plots/$name.gp failed on $file"
            failed=1
        }
    done <"$work/facets"
done

# ---- the report: chapters with tables, figures and sentences put in ----
cd "$root"
LC_ALL=C awk -v tables="$results/tables" -v figures="$work/figures" -v sentences="$work/sentences" -v drawn=$can_draw \
    -f report/markdown.awk -f report/include.awk report/chapters/*.md >"$results/report.md"
if have pandoc pandoc "report.md is there, report.html is not"; then
    one_file=(--standalone --self-contained) # the same, as older ones call it
    [[ $(pandoc --help) != *--embed-resources* ]] || one_file=(--standalone --embed-resources)
    (cd "$results" && pandoc --from=markdown-implicit_figures-smart --to=html5 "${one_file[@]}" \
        --toc --toc-depth=2 --columns=100000 --metadata lang=en \
        --metadata pagetitle="speedup: $(basename "$results")" \
        --css="$root/report/style.css" --output=report.html report.md) || failed=1
    say "the report is $results/report.html"
fi
exit $failed
