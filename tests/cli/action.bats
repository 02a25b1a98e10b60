#!/usr/bin/env bats
# .ci/compare and the CI action on two commits of a small repository, whose build is this one's $wrong.

load helpers

# commit SLOWABLE: a commit whose program takes 10 % longer per unit. One sample per process saves time.
commit() {
    executable program <<EOT
export SLOWABLE=$1
case \$1 in compare) shift; set -- compare --samples 1 "\$@" ;; esac
exec "$wrong" "\$@"
EOT
    git add .
    git -c user.name=test -c user.email=test@example.org commit --quiet --allow-empty -m "SLOWABLE=$1"
}

# Commits with SLOWABLE 0 (main of origin), then 0 and 10 on a branch.
repository() {
    git init --quiet --initial-branch main source
    cd source || return 1
    # shellcheck disable=SC2016  # make's
    printf 'all:\n\t[ "$(WITH_CUDA)" = no ]\n\tinstall -D program $(BUILD)/speedup\n' >Makefile
    commit 0
    git clone --quiet . ../clone
    cd ../clone || return 1
    git checkout --quiet -b branch
    commit 0
    commit 10
    unset GITHUB_BASE_REF
    export SETTINGS=WITH_CUDA=no GITHUB_STEP_SUMMARY=$BATS_TEST_TMPDIR/summary.md
}

points=(matmul --variant cpu/slowable --size 8 --warmup 0)

@test "a commit that takes twice as long since it left origin's branch gives exit 3, and the summary names it" {
    repository
    export TMPDIR=$BATS_TEST_TMPDIR/temporary
    mkdir "$TMPDIR"
    run --separate-stderr "$root/.ci/compare" -- "${points[@]}"
    [ "$status" -eq 3 ] || { echo "exit $status: $output $stderr"; return 1; }
    [[ "${lines[0]}" == "### \`speedup compare\` of $(git rev-parse --short=12 origin/main) (base) and $(git rev-parse --short=12 HEAD) (new): \`matmul --variant cpu/slowable"* ]]
    grep -qF '**1 slower, 0 faster, 0 broken** of 1 points' "$GITHUB_STEP_SUMMARY"
    grep -qF '| point | base (5 fastest) | new (5 fastest) | change | 95 % interval | p | change of medians | verdict |' "$GITHUB_STEP_SUMMARY"
    grep -qE '^\| matmul cpu/slowable float32, n 8, .* \| slower \|$' "$GITHUB_STEP_SUMMARY"
    [ "$output" = "$(cat "$GITHUB_STEP_SUMMARY")" ]
    [ -z "$(ls "$TMPDIR")" ]
    [ -z "$(git status --short)" ]
}

@test "the action's step: equal commits give exit 0, quoted words and globs reach the program" {
    repository
    sed -n '/^      run: |$/,$ { s/^        //p }' "$root/action.yml" >step.sh
    [ "$(wc -l <step.sh)" -gt 1 ]
    # The step passes every input.
    sed -nE 's/^        [A-Z]+: \$\{\{ inputs\.([a-z]+) \}\}$/\1/p' "$root/action.yml" >inputs
    [ "$(paste -sd ' ' inputs)" = "$(sed -nE '/^inputs:/,/^runs:/ s/^  ([a-z]+):$/\1/p' "$root/action.yml" | paste -sd ' ')" ]
    mkdir matmul-cpu # no file name of the folder replaces a glob
    BASE=origin/main HEAD=HEAD^ RUN="${points[*]/cpu\/slowable/\'cpu/slow*\'}" GITHUB_ACTION_PATH=$root reports 0 "--variant cpu/slow* --size 8" bash -eo pipefail step.sh
    [[ "$output" == *"**0 slower, 0 faster, 0 broken** of 1 points"* ]]
}

@test "unknown commits, a lone commit, a commit that does not build and invalid options are refused with exit 2" {
    repository
    refused 2 "usage:" "$root/.ci/compare" HEAD
    refused 2 "usage:" "$root/.ci/compare" a b c -- matmul
    refused 2 "v9.9: no such commit here" "$root/.ci/compare" v9.9 -- matmul
    GITHUB_BASE_REF=release refused 2 "no merge base with origin/release" "$root/.ci/compare" -- matmul
    SETTINGS=WITH_CUDA=yes refused 2 "does not build" "$root/.ci/compare" -- matmul
    reports 2 "--sise" "$root/.ci/compare" HEAD^ -- matmul --sise 8
    cd ../source
    refused 2 "HEAD^: no such commit" "$root/.ci/compare" HEAD^ -- matmul
}
