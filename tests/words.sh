#!/usr/bin/env bash
# Words that the project's files must not use, with the standard terms for them. `make lint` runs it.
#
# Prints FILE:LINE: WORD: TERM for each; non-zero if there is one. Exempt are committed results, this file, and lines that
# keep an old name: the tables of renamed names, and lines with the words "old name".
set -u
cd "$(dirname "$0")/.." || exit 1

# Regular expressions of whole words, in any case, and the terms.
words='
foretell|foretells|foretold|foretelling = predict, predicted
yardsticks? = reference loop
quiet moments? = noise
calm|calmer|calmest = quiet (idle machine), low noise
in vain = unused, redundant, invalid
mend|mends|mended|mending = fix, fixed
bury|buries|buried = reap (a process)
worth while|worthwhile = efficient: say which efficiency
(is|are|was|were|be|been|being) told = is reported, described, passed, configured
nobody|somebody|anybody = name the component or the user
for want of = for lack of, because ... is missing
dealt|deals = distributed, block-cyclic
crews? = worker pool
slips? of the pen = typo
likest = best match
hindmost = with the fewest rounds
wishes = match criteria
doubts = quality flags
farewell = exiting
cannot be had|can be had|could be had = unavailable, available
'

found=0
while IFS= read -r line; do
    [ -n "$line" ] || continue
    pattern=${line% = *} term=${line#* = }
    hits=$(git grep -nIiowE "$pattern" -- '*.[ch]' '*.cc' '*.cu' '*.cuh' '*.sh' '*.bash' '*.bats' '*.sbatch' '*.sql' '*.awk' '*.py' '*.js' \
        '*.css' '*.gp' '*.md' '*.mk' '*.rules' Makefile .ci tests/emulator/nvcc ':!report/reference' ':!report/published' ':!tests/words.sh')
    while IFS=: read -r file number word; do
        [ -n "$file" ] || continue
        case $(sed -n "${number}p" "$file") in
        *'old name'*) continue ;;
        *'{"'*'", "'*) [ "${file##*/}" != nearest.c ] || continue ;;
        esac
        printf '%s:%s: %s: %s\n' "$file" "$number" "$word" "$term"
        found=1
    done <<<"$hits"
done <<<"$words"
exit "$found"
