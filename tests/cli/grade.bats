#!/usr/bin/env bats
# `speedup grade`: a class of submissions that are right, slow, wrong, hostile and copied, and assignments that are not.
# shellcheck disable=SC2154  # variables of helpers.bash and of bats

load helpers

export CFLAGS=-O1 # compiles in two thirds of the time of -O3

# student NAME CODE: class/NAME.c, a product with this code before the work.
student() {
    mkdir -p class
    [ -e mine.c ] || "$speedup" new matmul/mine --from cpu/ikj 2>/dev/null
    sed "s|^static int run(const Task|#include <string.h>\nstatic float kept[1 << 14];\n\n&|
        s|^    const Point \*point = task->point;|&\n    (void)kept;\n    $2|" mine.c >"class/$1.c"
}

# times N: code that does the work N times more.
times() {
    echo "for (volatile int i = 0; i < $1; i++) CALL_BY_TYPE(point->type, product, point->m, point->n, point->k, task->a, task->b, task->out)"
}

assignment() {
    cat >product.ini <<'INI'
[assignment]
title = A <b>product</b>
workload = matmul
baseline = cpu/naive
size = 32
type = float32
check sizes = 16,33
time limit = 1
rounds = 5
most rounds = 20
points for right = 2
own rows = yes

[threshold near]
points = 3
speedup = 0.2

[threshold far]
points = 4
speedup = 0.01
INI
}

# grade_of NAME: whether it is right, its points, and the verdicts.
grade_of() {
    query out/grades.csv "SELECT \"right\" || ' ' || points || ': ' || \"near state\" || ', ' || \"far state\" FROM rows WHERE submission = '$1'"
}

@test "each submission gets the points that it deserves, and the reason" {
    assignment
    sed -i $'1s/^/\xef\xbb\xbf/; s/$/\r/' product.ini # as editors of Windows write it
    student fast ''
    student slow "$(times 20)"
    student slowest "$(times 300)"
    student odd 'if (point->n % 2 != 0) return 0;'
    student hangs 'extern int pause(void); pause();'
    student forks 'extern int fork(void); if (fork() == 0) return 0;'
    student keeps 'static int calls; if (calls++ > 0) { memcpy(task->out, kept, point->n * point->n * 4); return 0; }'
    sed -i 's|^    return 0;|    memcpy(kept, task->out, point->n * point->n * 4);\n&|' class/keeps.c
    student broken 'no C'
    sed '1i // mine, all mine' class/slow.c >class/copy.c
    # Its work is in prepare(), before the kernel's time.
    sed 's/^static int run(/static int prepare(/; s/\.run = run/.prepare = prepare, &/
        s|^const Variant|static int run(const Task *task)\n{\n    for (volatile int i = 0; i < 24; i++)\n        memcpy(kept, task->out, task->point->n * task->point->n * 4);\n    return 0;\n}\n\n&|' class/slow.c >class/prepares.c
    mkdir class/own class/empty
    ln -s fast.c class/link.c
    "$speedup" build mine.c 2>/dev/null
    sed 's|cpu/mine|cpu/blas|' mine.so >class/cheats.so
    cp class/fast.c $'class/=1+2 -h M\xfcller<script>.c'
    cp class/broken.c $'class/=1+2 -h M\xf6ller<script>.c'
    cp class/fast.c class/pair.c
    cp class/fast.c class/pair.cpp
    mkdir class/brings class/twice
    student twice/a 'void helper(void); helper();'
    echo 'void helper(void) {}' | tee class/twice/b.c >class/twice/c.c
    (cd class/brings && "$speedup" new extra 2>/dev/null && cp ../fast.c .)
    truncate -s 1T class/huge.c
    "$speedup" run matmul --plugin mine.so --variant cpu/mine,cpu/naive --size 32 --rounds 5 --max-samples 2 --quiet --out class/own/ >/dev/null
    "$speedup" grade product.ini class/* --out out 2>log
    cat out/grades.csv
    [[ "$(<log)" == *'one round of '* ]]
    [ "$(grade_of fast)" = 'yes 9: met, met' ]
    [ "$(grade_of slow)" = 'yes 6: not met, met' ]
    [ "$(grade_of copy)" = 'yes 6: not met, met' ]
    [ "$(grade_of slowest)" = 'yes 2: not met, not met' ]
    [[ "$(grade_of own)" == 'yes '* ]] # its five rounds may be noisy
    [[ "$(grade_of prepares)" != *' 9: '* ]]
    while read -r name why; do
        echo "$name: $(query out/grades.csv "SELECT problem FROM rows WHERE submission = '$name'")"
        [ "$(grade_of "$name")" = 'no 0: not measured, not measured' ]
        [[ "$(query out/grades.csv "SELECT problem FROM rows WHERE submission = '$name'")" == *"$why"* ]]
    done <<'WHY'
odd n 33 float32 wrong: 
hangs timeout: no result after 1 s
keeps right for these inputs only
broken it does not build: broken.c:
link it is a link
cheats this program has a variant matmul cpu/blas already
empty there is no source file
brings it brings a Workload
pair.cpp it does not build: pair.cpp:
huge huge.c has more than 1 MiB
twice multiple definition of
WHY
    [[ "$(grade_of forks)" == 'no 0'* ]] || ! "$speedup" check matmul --sandbox --variant cpu/naive --size 1 --quiet
    [ "$(query out/grades.csv "SELECT copies FROM rows WHERE submission = 'copy'")" = slow ]
    [ "$(query out/grades.csv "SELECT machine <> '' FROM rows WHERE submission = 'own'")" = 1 ]
    # What students wrote is text; only the teacher sees copies.
    [ "$(grep -c "^'=1+2 -h .*<script>" out/grades.csv)" = 2 ]
    run ! grep -l -e '<b>product' -e 'ller<script>' out/board.html out/feedback/*.html
    run ! grep -l slow out/feedback/copy.html
    [ "$(find out -type l | wc -l)" = 0 ]
    [ "$(find out/feedback -name '*.json' -exec "$python" -c 'import json, sys
for path in sys.argv[1:]: assert json.load(open(path))["score"] == sum(test["score"] for test in json.load(open(path))["tests"]), path
print(len(sys.argv) - 1)' {} +)" = 21 ]
    # Rows are taken where the assignment says so. An earlier grading is not continued.
    sed '/own rows/d' product.ini >strict.ini
    run -1 "$speedup" grade strict.ini class/own --out strict
    [[ "$(<strict/grades.csv)" == *'own rows = yes is not in the assignment'* ]]
    reports 2 'has an earlier grading' "$speedup" grade strict.ini class/own --out strict
    reports 2 'there is no such submission' "$speedup" grade strict.ini class/none.c --out none
    reports 2 'class/fast.c is given twice' "$speedup" grade strict.ini class/fast.c class/../class/fast.c --out none
    # One that was interrupted is, of the same submissions. It lasts until it is.
    sed 's/^size = 32/size = 500/' product.ini >long.ini
    "$speedup" grade long.ini class/fast.c --out cut 2>/dev/null &
    until [ -s cut/begun ]; do sleep 0.01; done
    begun=$(<cut/begun)
    kill -KILL $!
    "$speedup" grade long.ini class/fast.c --out cut 2>/dev/null || [ $? = 1 ] # 1: too slow for all points, which times decide
    [ "$(query cut/samples.csv "SELECT group_concat(DISTINCT seed) FROM rows")" = "${begun% *}" ]
    mkdir other && echo "$begun" >other/begun
    reports 2 'has rounds of another assignment or of other submissions' "$speedup" grade product.ini class/slow.c --out other
    # One submission alone: 0 for all points, 1 for less; anonymous: no name, and a number that its page has.
    "$speedup" grade product.ini class/fast.c --out alone --anonymous 2>/dev/null
    run ! grep fast alone/board.html
    grep -q 'Number 1 on the board' alone/feedback/fast.html
    run -1 "$speedup" grade product.ini class/odd.c --out alone2
    PYTHONHOME=/nonexistent run -2 "$speedup" grade product.ini class/odd.c --out alone
}

@test "submissions that differ by 3 % are separated where their rounds differ less, and are undecided where not" {
    assignment
    sed -i 's/speedup = 0.2/speedup = 10.15/' product.ini
    "$speedup" run matmul --variant cpu/ikj,cpu/naive --type float32 --size 32 --rounds 5 --max-samples 1 --quiet --out real.csv >/dev/null
    while read -r name times spread state; do
        mkdir -p "class/$name"
        alter real.csv "UPDATE rows SET total_s = 0.01 * (1 + 0.1 * (round - 3)) / iif(variant = 'cpu/naive', 1, $times * (1 + $spread * (round % 2)));
            UPDATE rows SET kernel_s = total_s" "class/$name/samples.csv"
        echo "$name $state"
    done <<'ROWS' >deserved
ahead 10.3 0.001 met
level 10 0.001 not met
behind 9.7 0.001 not met
noisy 9.7 0.1 undecided
ROWS
    mkdir class/two
    alter real.csv "UPDATE rows SET machine = 'other' WHERE round < 3" class/two/samples.csv
    mkdir class/coarse
    alter real.csv "UPDATE rows SET status = 'reduced', precision_class = 'tf32' WHERE variant = 'cpu/ikj'" class/coarse/samples.csv
    printf '%s not measured\n' two coarse >>deserved
    "$speedup" grade product.ini class/* --out out 2>/dev/null
    query out/grades.csv "SELECT submission || ' ' || \"near state\" FROM rows ORDER BY points + 0 DESC, submission = 'noisy', submission DESC" >graded
    diff deserved graded
    grep -q '^coarse,.*reduced at .*: its results are as precise as tf32, not as float32' out/grades.csv
}

@test "a threshold is judged by rows of its own type, and what is wrong in one type has no speedup in another" {
    assignment
    sed -i '/^type/d; $a type = float16' product.ini # without a type it is that of the baseline: float32
    "$speedup" new matmul/mine --from cpu/naive 2>/dev/null
    sed -i 's/speedup = 0.01/speedup = 0.5/; s/^size = .*/&x32x32/' product.ini
    student halves 'if (point->type == TYPE_FLOAT16) for (volatile int i = 0; i < 1000000; i++);'
    student errs 'if (point->type == TYPE_FLOAT16) if (point->n == 32) return 0;'
    sed 's/\.types = [^,]*/.types = FLOAT16/' class/halves.c >class/lacks.c
    "$speedup" grade product.ini class/* --out out 2>/dev/null
    [ "$(grade_of halves)" = 'yes 5: met, not met' ]
    [ "$(grade_of errs)" = 'no 0: not measured, not measured' ]
    [ "$(grade_of lacks)" = 'yes 2: not measured, not met' ]
    [ "$(query out/grades.csv 'SELECT problem FROM rows' | sed -n 's/ thread: .*//p')" = $'wrong at float16, size 32 on 1\nfloat32, size 32 on 1' ]
    [ "$(grep -o 'title>[a-z]*: ' out/board.html | sort | uniq -c | tr -d '\n')" = '      2 title>halves:       1 title>lacks: ' ] # whose dots
}

@test "threads that this machine lacks are measured by no row of fewer, and cost no other threshold" {
    has_openmp || skip "no OpenMP"
    assignment
    sed -i 's/^title/ceiling = multiply_add\n&/; s/^points = 4/&\nthreads = 9999/' product.ini
    "$speedup" new matmul/mine --from cpu/openmp_ikj 2>/dev/null
    run -1 "$speedup" grade product.ini mine.c --out out
    [[ "$(grade_of mine)" == 'yes '*'met, not measured' ]]
    [[ "$(query out/grades.csv 'SELECT problem FROM rows')" == 'float32, size 32 on 9999 threads: '*' are more than the '* ]]
}

@test "an assignment that is wrong is refused with key and file" {
    assignment
    student fast '' && echo bad >bad.c
    while read -r edit; do
        IFS= read -r text
        sed "$edit" product.ini >wrong.ini
        reports 2 "$text" "$speedup" grade wrong.ini class/fast.c
        [ ! -e grades/grades.csv ]
    done <<'WRONG'
s/^workload.*//
wrong.ini: [assignment] has no workload; add it
s/^title/titel/
wrong.ini: [assignment] titel: the key is unknown
s/^\[threshold f.*/[thresold]/
wrong.ini: [thresold] is unknown
s/^rounds = 5/rounds = 3/
rounds = 3, most rounds = 20: an interval needs five
s/^size = 32/size = 32x/
size = 32x: give a size like 1000 or 64x4096x4096
s/^own rows.*/threads = 9999/
wrong.ini: [threshold near] threads = 9999: grade on a machine with as many processors
s|cpu/naive|cpu/naiv|
wrong.ini: the baseline cannot be measured at each point of the thresholds: matmul has no variant 'cpu/naiv'; did you mean cpu/naive?
s/^title/ceiling = add_min\n&/
wrong.ini: [assignment] ceiling = add_min: no chosen variant
s/^title/glue = none.c\n&/
wrong.ini: [assignment] glue = none.c: there is no such file
s/^title/glue = bad.c\n&/
bad.c:1:1: error: 
WRONG
    # Glue without threads runs everybody's function on one: of a submission's own Variant that is a note.
    sed 's/^size = 32/threads = 2\n&/' product.ini >threads.ini
    sed 's/^size = 32/glue = mine.c\n&/' threads.ini >wrong.ini
    echo 'int handed_in;' >class/function.c
    reports 2 'glue = mine.c: its variant runs on one thread and a threshold has threads = 2; write .axes = AXIS_THREADS' "$speedup" grade wrong.ini class/function.c --out out1
    sed 's/float32/float64/' wrong.ini >types.ini
    sed -i 's/threads = 2//' types.ini
    sed -i 's/\.types = .*/.types = FLOAT32,/' mine.c
    reports 2 'glue = mine.c: float64, size 32 on 1 thread: ' "$speedup" grade types.ini class/function.c --out out3
    sed 's/matmul/transpose/; s|cpu/naive|cpu/tiled|' types.ini >other.ini
    reports 2 'glue = mine.c: it has no variant of transpose' "$speedup" grade other.ini class/function.c --out out4
    mkdir class/mac && cp class/fast.c class/mac/ && printf '\0\5\26\7' >class/mac/._fast.c # as in archives of macOS
    "$speedup" grade threads.ini class/mac --out out2 2>/dev/null || [ $? = 1 ]
    [ "$(query out2/grades.csv 'SELECT notes FROM rows')" = 'it was measured on one thread, not on 2: its Variant has no .axes = AXIS_THREADS' ]
}
