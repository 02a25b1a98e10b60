# shellcheck shell=bash
# shellcheck disable=SC2154  # speedup comes from helpers.bash
# chain FILE WEIGHT...: writes a graph that is a path with these edge weights.
chain() {
    local file=$1 vertex=1 weight
    shift
    {
        echo "p sp $(($# + 1)) $#"
        for weight; do
            echo "a $vertex $((++vertex)) $weight"
        done
    } >"$file"
}

# on_chain VARIANT STATUS DETAIL WEIGHT...: on this chain the variant's row has this status and says this.
on_chain() {
    local variant=$1 status=$2 detail=$3 row
    shift 3
    chain "$BATS_TEST_TMPDIR/chain.gr" "$@"
    rm -f "$BATS_TEST_TMPDIR/chain.csv"
    "$speedup" run apsp --variant "$variant" --graph "$BATS_TEST_TMPDIR/chain.gr" --rounds 1 --quiet \
        --out "$BATS_TEST_TMPDIR/chain.csv" || [ "$status" != ok ]
    row=$(tail -n 1 "$BATS_TEST_TMPDIR/chain.csv")
    [[ "$row" == *",$status,"*"$detail"* ]] || { echo "no $status with '$detail' in: $row"; return 1; }
}
