# shellcheck shell=bash
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
