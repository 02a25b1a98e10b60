#!/usr/bin/env bats
# The scripts in experiments/ and the settings and sources of the Makefile: wrong input is reported, and
# the examples of CONTRIBUTING work.
# shellcheck disable=SC2154  # root and speedup come from helpers.bash, status and output from bats

load helpers

# A program that cannot be asked anything: a script that measures ends with its exit code.
no_program() {
    executable program 'exit 99'
    export SPEEDUP=$PWD/program RESULTS=$PWD/results
}

# As typed at a prompt, not by the make that runs these tests. Whatever it would do, it does not.
typed() {
    env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS make -n --no-print-directory BUILD="$PWD/none" "$@"
}

# house PART...: a copy of parts of the checkout, to be changed.
house() {
    mkdir house
    (cd "$root" && cp -R "$@" "$OLDPWD/house/")
}

@test "--help of an experiment prints its question and the settings, and measures nothing" {
    no_program
    for script in "$root"/experiments/*.sh; do
        [ "${script##*/}" != lib.sh ] || continue
        refused 0 "$(sed -n '2s/^# //p' "$script")" "$script" --help
        for setting in PROFILE=quick RESULTS= FRESH= SPEEDUP= REFERENCE= WORKLOADS=; do
            [[ "$output" == *$'\n  '"$setting"* ]]
        done
        [[ "$output" != *'#'* ]]
    done
    refused 0 "[WORKLOAD]" "$root/experiments/counters.sh" apsp -h
    cd "$root/experiments"
    ./study.sh --help >"$BATS_TEST_TMPDIR/from_here"
    grep -q '^The whole study' "$BATS_TEST_TMPDIR/from_here"
}

@test "an argument that a script does not take is refused by name" {
    no_program
    refused 2 "'--hepl' is no argument" "$root/experiments/ceilings.sh" --hepl
    refused 2 "'PROFILE=report' is no argument" "$root/experiments/study.sh" PROFILE=report
    refused 2 "'matmul' is no argument" "$root/experiments/thread-scaling.sh" matmul
    PROFILE=huge refused 2 'use quick, report or large' "$root/experiments/ceilings.sh"
    refused 2 "'apsp copy' is no argument" "$root/experiments/counters.sh" apsp copy
    refused 2 "'--fresh' is no argument" "$root/experiments/counters.sh" --fresh
    SPEEDUP=$speedup refused 2 "did you mean matmul?" "$root/experiments/counters.sh" matmil
}

@test "a setting that the Makefile does not have is refused, with those that it has" {
    for goals in study 'deps study' all help config; do
        # shellcheck disable=SC2086  # words on purpose
        refused 2 "PROFIL: no such setting; there are PROFILE " typed -C "$root" $goals PROFIL=report
    done
    refused 2 "WITH_CUD: no such setting" typed -C "$root" WITH_CUD=no WITH_BLAS=no -j4
    refused 2 "--profile: no such target" typed -C "$root" study -- --profile
}

@test "a PROFILE that there is not is refused before anything is installed or built" {
    refused 2 "PROFILE=huge: unknown; the choices are quick report large" typed -C "$root" study PROFILE=huge
    PROFILE=huge refused 2 "PROFILE=huge: unknown" typed -C "$root" deps study
    PROFILE=huge refused 0 "#h" typed -C "$root" help
}

@test "another system, an older make and a folder that cannot be written are named with the remedy" {
    executable bin/uname 'echo Darwin'
    PATH=$PWD/bin:$PATH refused 2 'speedup needs Linux, and this is Darwin: use WSL2' typed -C "$root" help
    for version in 3.81 4.1 4.1.90; do
        refused 2 "GNU make 4.2 or newer, and this is $version (\`make -v\`)" typed -C "$root" MAKE_VERSION=$version
    done
    refused 2 'cannot write the folder /proc/none; name one of your own: make BUILD=' typed -C "$root" BUILD=/proc/none
    [ "${#lines[@]}" -eq 1 ]
}

@test "make install keeps the settings of the last make, and a given one replaces its own" {
    unset CFLAGS WITH_OPENMP # of the make that runs the tests
    house Makefile common cpu
    typed -C house config WITH_{OPENMP,BLAS,MPI,CUDA}=no CFLAGS='-O1 -g'
    key=$(<none/config.key)
    typed -C house -o all install
    [ "$(<none/config.key)" = "$key" ]
    typed -C house -o all install WITH_OPENMP=auto
    [ "$(<none/config.key)" = "${key/WITH_OPENMP=\'no\'/WITH_OPENMP=\'auto\'}" ]
}

@test "every setting in the help is one, and so is what a make outside or the environment hands on" {
    names=$(make -s -C "$root" help | sed -n '/^Settings/,$p' | grep -oE '\b[A-Z][A-Z_]{2,}\b' |
        grep -vxE 'NAME|FOLDER|FILES|PROGRAM|CUDA|GPU|PTX|BLAS')
    [ "$(wc -w <<<"$names")" -ge 20 ]
    assigned=$(make -s -C "$root" help | grep -oE '\b[A-Z][A-Z_]{2,}=' | tr -d = | grep -vxE 'NAME|ONLY')
    settings=()
    for name in $names $assigned CC V OMP_NUM_THREADS GOMP_CPU_AFFINITY NO_COLOR SPEEDUP_MACHINE OPENBLAS_CORETYPE; do
        settings+=("$name=x")
    done
    refused 0 "#h" typed -C "$root" help "${settings[@]}"
    PROFIL=report refused 0 "#h" typed -C "$root" -e help
    MAKELEVEL=1 refused 0 "#h" make -n -C "$root" help OUTSIDE=1
}

@test "a source that nothing builds is refused by name, an editor's backup is not" {
    house Makefile common cpu gpu
    for stray in cpu/matmul/fast.cpp cpu/matmul/fast.cc cpu/matmul/fast.C cpu/matmul/fast.cu cpu/fast.cxx \
        cpu/matmul/mine/fast.c gpu/matmul/fast.c gpu/apsp/fast.cpp common/workloads/fast.cc; do
        mkdir -p "house/${stray%/*}"
        touch "house/$stray"
        refused 2 "$stray: nothing builds it. A variant is C in cpu/<workload>/NAME.c" typed -C house all
        rm "house/$stray"
    done
    touch house/cpu/matmul/{ikj.c~,.#ikj.c,ikj.c.orig,ikj.cpp~} house/gpu/matmul/{shared.cu.rej,notes.txt}
    reports 0 "cpu/matmul/ikj.c " typed -C house all WITH_{OPENMP,BLAS,HWLOC,CUDA}=no
}

@test "one source makes one build: what CUDA compiles is the same in another folder, so that a run goes on there" {
    [ -f "$build/obj/gpu/kernel_attributes.o" ] || skip "this build has no CUDA"
    mkdir built other
    find "$build" -maxdepth 1 -type f -exec cp -p {} built \;
    (cd "$root" && cp -r Makefile common cpu gpu experiments tests "$OLDPWD/other")
    for folder in "$root" "$PWD/other"; do
        make -s -C "$folder" BUILD="$PWD/built" CUDA_ARCH=90 "$PWD/built/obj/gpu/kernel_attributes.o"
        mv built/obj/gpu/kernel_attributes.o "${folder##*/}.o"
    done
    cmp "${root##*/}.o" other.o
}

@test "the study runs the program that was built, or the one that SPEEDUP names" {
    house Makefile common
    executable house/experiments/study.sh 'echo "$PROFILE, $SPEEDUP, $RESULTS"'
    study() { env -u SPEEDUP -u PROFILE make -s -C house BUILD=own -o all study RESULTS=mine WITH_{OPENMP,BLAS,HWLOC,CUDA}=no "$@" | tail -n 1; }
    [ "$(study)" = "quick, $PWD/house/own/speedup, mine" ]
    [ "$(study PROFILE=large SPEEDUP="/a place/speedup")" = "large, /a place/speedup, mine" ]
}

@test "the experiment of CONTRIBUTING runs as it stands there, and ends with how many points it has" {
    house Makefile report plots
    mkdir house/experiments
    cp "$root/experiments/lib.sh" house/experiments/
    awk '/^## / { on = /^## Add an experiment/ } on && sub(/^    /, "")' "$root/CONTRIBUTING.md" >house/experiments/mine.sh
    grep -q '^sweep matmul .*by_profile' house/experiments/mine.sh
    sed -i 's/by_profile [^ ]*/by_profile 24,32/' house/experiments/mine.sh
    RESULTS=results PROFILE=quick run bash house/experiments/mine.sh
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
    [[ "${lines[-1]}" == "mine: 4 points (samples: $PWD/results/samples.csv)" ]]
    [ "$(column results/samples.csv experiment | sort -u)" = mine ]
}

@test "every experiment has points that this build can measure, with OpenMP and without, and measures none when a study asks" {
    export RESULTS=$PWD/results PLAN=$PWD/plan
    for script in "$root"/experiments/*.sh; do
        case ${script##*/} in
        lib.sh | study.sh) ;;
        *) "$script" >>out || { echo "${script##*/} exits $?"; return 1; } ;;
        esac
    done
    [ ! -s out ]
    [ ! -e results/samples.csv ]
    [ "$(cut -d ' ' -f 1 plan | grep -cxE 'matmul|transpose|apsp')" -ge 50 ]
    (cd "$root" && "$speedup" plan --manifest "$PLAN" >/dev/null)
}

@test "SIZES and THREADS take the place of a study's own, but of the sizes of ceilings and given edges" {
    has_openmp || skip "no OpenMP"
    export RESULTS=$PWD/results PLAN=$PWD/plan SIZES=48,96 THREADS=1
    for name in size-scaling thread-scaling ceilings sparse-graphs; do "$root/experiments/$name.sh"; done
    sizes() { grep -- "--experiment $1" plan | grep -o -- '--size [0-9]*' | sort -u | tr '\n' ' '; }
    [ "$(sizes size-scaling)" = '--size 48 --size 96 ' ]
    [ "$(sizes thread-scaling)" = '--size 48 --size 96 ' ]
    [[ "$(sizes ceilings)" == *'--size 4000 '* ]]
    [ "$(sizes sparse-graphs)" = '--size 512 ' ]
    [ "$(grep -o -- '--threads [0-9]*' plan | sort -u)" = '--threads 1' ]
    THREADS=1-4 reports 2 "'1-4' is not a whole number; did you mean 1:4?" "$root/experiments/size-scaling.sh"
}

@test "ladders and grids stand on sizes that are no multiples of 64, and copies are of the transposes' sizes" {
    export RESULTS=$PWD/results PLAN=$PWD/plan
    for PROFILE in quick report large; do
        export PROFILE
        rm -f plan
        for name in ceilings thread-scaling thread-placement size-scaling; do "$root/experiments/$name.sh"; done
        # sizes WORKLOADS EXPERIMENT: of these workloads, each once.
        sizes() { grep -E "^($1) .*--experiment $2" plan | grep -o -- '--size [0-9]*' | cut -d ' ' -f 2 | sort -nu; }
        [ "$(sizes 'matmul|transpose|apsp' thread- | awk '$1 % 64 == 0')" = '' ]
        [ "$(sizes 'matmul|transpose|apsp' size- | awk '$1 % 64 == 0' | paste -sd ' ')" = '64 512' ] # to show what they do
        sizes 'matmul|transpose|apsp' size- | grep -qx 500
        [ "$(comm -13 <(sizes copy ceilings | sort) <(sizes transpose thread- | sort))" = '' ]
    done
}

# stub_study NAME...: a study of these scripts and the report, each of which only says that it ran.
stub_study() {
    local name
    house Makefile
    for name in "${@/#/experiments/}" report/build; do
        executable "house/$name.sh" "echo ran ${name#*/}"
    done
    cp "$root"/experiments/{lib,study}.sh house/experiments/
    cp "$root/report/experiments.csv" house/report/
}

@test "WORKLOADS and EXPERIMENTS choose a part of the study, and names that there are not are refused" {
    export RESULTS=$PWD/results PLAN=$PWD/plan
    WORKLOADS=apsp,transpose "$root/experiments/size-scaling.sh"
    [ "$(cut -d ' ' -f 1 plan | sort -u | paste -sd ' ')" = 'apsp transpose' ]
    rm plan
    WORKLOADS=apsp "$root/experiments/ceilings.sh" # what shares are of
    [ "$(cut -d ' ' -f 1 plan | sort -u | paste -sd ' ')" = 'add_min add_min_packed copy multiply_add' ]
    unset PLAN
    rm -r results
    WORKLOADS=apsps reports 2 "did you mean apsp?" "$root/experiments/size-scaling.sh"
    EXPERIMENTS='ceilings size-scalin' run "$root/experiments/study.sh"
    [ "$status" -eq 2 ]
    [[ "$output" == *'there is no size-scalin; there are ceilings thread-scaling '* ]]
    stub_study ceilings thread-scaling
    EXPERIMENTS=thread-scaling run house/experiments/study.sh
    [ "$(printf '%s\n' "${lines[@]}" | sed -n 's/^ran //p' | paste -sd ' ')" = 'thread-scaling build' ]
}

@test "the study starts with the ceilings and finds an experiment that is new" {
    mapfile -t names < <(cd "$root/experiments" && printf '%s\n' *.sh | sed 's/\.sh$//')
    stub_study "${names[@]}" mine
    RESULTS=results PROFILE=quick run -0 house/experiments/study.sh
    ran=$(printf '%s\n' "${lines[@]}" | sed -n 's/^ran //p')
    [ "$(head -n 1 <<<"$ran")" = ceilings ]
    [ "$(tail -n 2 <<<"$ran" | paste -sd ' ')" = 'mine build' ]
    [ "$(sort <<<"$ran" | uniq -d)" = '' ]
    [[ "$ran" != *counters* ]] && [[ "$ran" != *kernel-facts* ]]
    RESULTS=results PROFILE=large run house/experiments/study.sh
    [[ "$output" == *'ran counters'*'ran mine'* ]]
}

# own_study SCRIPT: a study of one script, mine.sh, of these lines behind the head that all have.
own_study() {
    printf '#!/usr/bin/env bash\n# Mine.\n. "$(dirname "$0")/lib.sh"\n%s\n' "$1" | install -D -m 755 /dev/stdin house/experiments/mine.sh
    executable house/report/build.sh ''
    cp "$root"/experiments/{lib,study}.sh house/experiments/
    cp "$root/report/experiments.csv" house/report/
    touch house/Makefile
    export EXPERIMENTS=mine RESULTS=$PWD/results
}

@test "a study measures what a script asks for when the rest is measured, and nothing twice" {
    own_study 'one() { sweep matmul --variant cpu/naive --size "$1" --max-samples 1 --rounds 1; }
one 24
declaring || one 32'
    executable program "echo \"\$*\" >>'$PWD/calls'; exec '$speedup' \"\$@\""
    SPEEDUP=$PWD/program house/experiments/study.sh
    [ "$(cut -d , -f 8 results/samples.csv | sort | paste -sd ' ')" = '24 32 n' ]
    [ "$(grep -c '^run ' calls)" = 2 ]
}

@test "a study that a script fails, which is named, or that is interrupted while it asks leaves nothing running" {
    own_study 'exit 7'
    reports 7 'mine could not declare its points (exit code 7)' house/experiments/study.sh
    own_study 'sleep 987 & wait'
    setsid -w bash house/experiments/study.sh &
    until_true 60 is_running 'sleep 987'
    # shellcheck disable=SC2046  # ids, a word each
    kill -TERM $(running house/experiments/study.sh)
    wait $! || true
    until_true 60 has_ended 'sleep 987'
}

@test "a study that has nothing to measure, or nowhere to write, says so before it begins" {
    own_study 'declaring || sweep matmul --variant cpu/naive --size 24'
    executable program "echo \"\$*\" >>'$PWD/calls'; exec '$speedup' \"\$@\""
    printf '#!/usr/bin/env bash\nexec %q/report/build.sh "$@"\n' "$root" >house/report/build.sh
    export SPEEDUP=$PWD/program
    FIGURES=png reports 2 'FIGURES=png: name svg' house/experiments/study.sh
    PLAN=nothing/p run house/experiments/study.sh
    [ "$status" -ne 0 ]
    [[ "$output" != *asking* ]]
    [ "$(grep -c '^run ' calls || true)" = 0 ]
    PLAN=p reports 2 'nothing to measure: no points in mine' house/experiments/study.sh
    own_study ':'
    printf '#!/usr/bin/env bash\nexec %q/report/build.sh "$@"\n' "$root" >house/report/build.sh
    run -2 house/experiments/study.sh
    [[ "${lines[-1]}" == *'nothing to measure: no points in mine'* ]]
    own_study 'sweep matmul --variant cpu/naive --size 24'
    PLAN=points.manifest SPEEDUP=$speedup house/experiments/mine.sh
    grep -q 'size' points.manifest
}

@test "PLAN writes the study's manifest and measures nothing; its shards are the study" {
    cd "$BATS_TEST_TMPDIR"
    mkdir results
    PLAN=all.manifest RESULTS=$PWD/results WORKLOADS=transpose EXPERIMENTS='ceilings thread-tile peers' "$root/experiments/study.sh"
    [ ! -e results/samples.csv ]
    grep -q -- '--experiment peers' all.manifest
    "$speedup" plan --manifest all.manifest --shards 3 --quiet | grep -v '^#' | sort | diff - <(sort all.manifest)
}
