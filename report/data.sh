# shellcheck shell=bash
# Stages what a report is made from, loads it into SQLite and asks it queries.
#
# Sourced by build.sh and query.sh. The results folder of a machine holds samples.csv and
# machine.json, and where they were made variants.csv, kernels.csv, counters.csv,
# trace.csv, profiler.csv and cachegrind.csv. A stage is a scratch folder with these files under fixed names, the
# reference machine's beside them, and the database that load.sql makes of them.

export LC_ALL=C.UTF-8 # numbers have a decimal point, whatever the language
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
speedup=${SPEEDUP:-$root/build/speedup}

say() { printf '%s\n' "report: $*" >&2; }

[ -x "$speedup" ] || {
    say "$speedup is not built: run make first, or set SPEEDUP to the program"
    exit 2
}

# Is tool $1 there? If not, says what goes missing ($3) and the package ($2) that brings it.
have() {
    command -v "$1" >/dev/null && return
    say "$1 is missing: $3 (on Debian and Ubuntu: apt-get install $2)"
    return 1
}

# The machine that stands in for a GPU: REFERENCE, or the first folder in report/reference
# with samples that is not $1 itself. Prints nothing where there is none.
reference_folder() {
    local folder
    for folder in "${REFERENCE:-}" "$root"/report/reference/*/; do
        folder=${folder%/}
        if [ -f "$folder/samples.csv" ] && ! [ "$folder" -ef "$1" ]; then
            printf '%s\n' "$folder"
            return
        fi
    done
}

# The SQL of files $@ with its markup - {number}, ^mark, '=' before digits to keep, ** around strong words - as control
# characters. Staged files lose theirs, so text of a file is never markup: formats.awk and sentences.awk write it as it is.
marked() {
    sed -e $'y/{}^/\016\017\022/' -e $'s/\'=\'/\'\023\'/g' -e $'s/\\*\\*/\024/g' "$@"
}

# Copies file $1 to $2, without control characters; where there is none, writes the header $3 alone.
copy_or_header() {
    local escapes=() # what JSON makes control characters of, behind an even number of backslashes
    [[ $1 != *.json ]] || escapes=(-e 's/\\\\/\x01/g; s/\\[bfnrt]/ /g; s/\\u00[01][0-9A-Fa-f]/ /g; s/\\u007[fF]/ /g; s/\x01/\\\\/g')
    if [ -s "$1" ]; then
        sed -e 's/\r$//; s/[[:cntrl:]]/ /g' "${escapes[@]}" "$1" >"$2"
    else
        printf '%s\n' "$3" >"$2"
    fi
}

# Stages folder $1 with the prefix $3 in the stage $2: headers without rows when $1 is empty; no summary without
# samples.
stage_folder() {
    [ ! -s "$1/samples.csv" ] || {
        "$speedup" summarize "$1/samples.csv" >"$2/summarized"
        copy_or_header "$2/summarized" "$2/$3summary.csv"
    }
    copy_or_header "$1/machine.json" "$2/$3machine.json" '{}'
    copy_or_header "$1/variants.csv" "$2/$3variants.csv" \
        workload,variant,idea,source,after,types,axes,available,reason
    copy_or_header "$1/kernels.csv" "$2/$3kernels.csv" \
        "workload,variant,type,n,block,tile,kernel,launches,grid,threads_per_block,registers,$(
        )static_shared_bytes,dynamic_shared_bytes,local_bytes,blocks_per_sm,occupancy,limited_by,waves,$(
        )last_wave_filled,cgma"
    copy_or_header "$1/counters.csv" "$2/$3counters.csv" \
        workload,variant,type,n,block,tile,kernel,metric,value,unit
    copy_or_header "$1/trace.csv" "$2/$3trace.csv" \
        sample,variant,n,block,transfer,matrices,matrix,stream,kind,start_s,end_s
    copy_or_header "$1/profiler.csv" "$2/$3profiler.csv" workload,variant,type,n,tile,launch,time_s,sm_mhz
    copy_or_header "$1/cachegrind.csv" "$2/$3cachegrind.csv" workload,variant,type,n,event,value
}

# Stages results folder $1 in $2 and loads the database. 0, or 1 with the reason said.
stage() {
    local published here=$2/summary.csv there=$2/reference_summary.csv
    rm -f "$here" "$there"
    stage_folder "$1" "$2" ''
    stage_folder "$(reference_folder "$1")" "$2" reference_
    [ -f "$here" ] || [ -f "$there" ] || {
        say "there is no samples.csv in $1: run an experiment first, for example experiments/thread-scaling.sh"
        return 1
    }
    [ -f "$here" ] || head -n 1 "$there" >"$here"
    [ -f "$there" ] || head -n 1 "$here" >"$there"
    for published in "$root"/report/published/*.csv; do
        grep -v '^#' "$published" >"$2/published_$(basename "$published" | tr - _)"
    done
    cp "$root/plots/palette.csv" "$2/"
    rm -f "$2/report.db"
    awk -f "$root/report/claims.awk" "$root"/report/claims/*.sql >"$2/claims.sql"
    (cd "$2" && marked "$root/report/load.sql" "$root/report/reports.sql" claims.sql | sqlite3 -bail report.db) || {
        say "report/load.sql, report/reports.sql or a claim failed on $1"
        return 1
    }
}

# Rows of query file $2 on stage $1, columns ended by 0x1F and rows by 0x1E, headings first, also where there are
# no rows, of which sqlite3 alone prints nothing.
ask() {
    local rows=$1/asked
    marked "$2" | sqlite3 -bail -readonly -ascii -header "$1/report.db" >"$rows" || return 1
    [ -s "$rows" ] || {
        echo 'CREATE TEMP VIEW asked AS'
        marked "$2"
        echo "SELECT group_concat(name, char(31)) FROM pragma_table_info('asked');"
    } | sqlite3 -bail -readonly -newline $'\x1e' "$1/report.db" >"$rows" || return 1
    cat "$rows"
}

# One value of the database of stage $1, by query $2.
value_of() { sqlite3 -readonly "$1/report.db" "$2"; }

# The sentences of query file $2 on stage $1, their {numbers} rounded to three digits; as Markdown where $3 is 1.
sentences() {
    marked "$2" | sqlite3 -bail -readonly -list "$1/report.db" |
        LC_ALL=C awk -v markdown="${3:-}" -f "$root/report/number.awk" -f "$root/report/markdown.awk" \
            -f "$root/report/sentences.awk"
}
