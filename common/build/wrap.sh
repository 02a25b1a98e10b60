#!/usr/bin/env bash
# Writes the glue to a function that knows nothing of speedup, for `speedup new --wrap`:
# wrap.sh KIND NAME WORKLOAD TYPES SIZES LAYOUT MULTIPLE PROTOTYPE A_ROWS A_COLUMNS B_ROWS B_COLUMNS OUT_ROWS OUT_COLUMNS
#
# A parameter is a number or a matrix, which its name identifies; const matrices are inputs. What the function reads in another
# layout is made by the variant's prepare (cpu/foreign.h). KIND: cpu, gpu, or gpu-host for --host-pointers. TYPES: the workload's.
# SIZES: those of a shape, "m n k". LAYOUT: column-major, transposed-b or nothing. The rest: extents of the matrices, where B has
# none if there is one input, and A too if it is the result.
set -uf
shopt -s nocasematch
kind=$1 name=$2 workload=$3 types=$4 sizes=$5 layout=$6 multiple=$7 prototype=${8//[[:space:]]/ }
extents=("${@:9:4}") out_rows=${13} out_columns=${14}
fail() {
    printf 'speedup: --wrap: %s\n' "${*//[[:cntrl:]]/?}" >&2
    exit 2
}

# ---- the prototype ----

[[ $kind == gpu* ]] || prototype=${prototype#extern \"C\" } # C has no such words
prototype=$(sed -E -e 's/\(\*[[:blank:]]*([A-Za-z_][A-Za-z_0-9]*)[[:blank:]]*\)[[:blank:]]*\[/\1[][/g' -e 's,/\*([^*]|\*+[^*/])*\*+/,,g' \
    -e 's/ *=[^,)]*//g' -e 's/\) *noexcept *([;{]|$)/)\1/' <<<"$prototype") # (*a)[n] is a[][n]; comments, defaults
declaration=${prototype%%[;\{]*}
word='[A-Za-z_][A-Za-z_0-9]*'
[[ $declaration =~ ^(.*[^A-Za-z_0-9])($word)[[:blank:]]*\((.*)\)[[:blank:]]*$ ]] ||
    fail "'$declaration' is no prototype of a function that returns a status or nothing; give one, as in 'void gemm(int n, float *a, float *b, float *c)'"
result=${BASH_REMATCH[1]} function=${BASH_REMATCH[2]} list=${BASH_REMATCH[3]}
[[ $result != *[*\<]* ]] || fail "'$declaration' returns a pointer, or is a template; write a function that returns a status or nothing and calls it"
[[ ! " $result" =~ [^A-Za-z_0-9]static[[:blank:]] ]] ||
    fail "a static function is seen in its own file only; leave static out here, and put #include \"THEIRS\" in place of the prototype into the file that is written"
[[ $result != *:: && $function != @(task|point) ]] ||
    fail "$function: the glue cannot call a function of a namespace or of this name; write another function that calls it"
kernel=$([[ $result != *__global__* ]] || echo kernel)
[[ $kind != cpu-host && ($kernel == '' || $kind == gpu) ]] || fail 'a kernel takes device memory, and --host-pointers is for gpu/ variants that call a function; give WORKLOAD/gpu/NAME'
[[ $layout != *transposed-b || ($layout == transposed-b && -n ${extents[2]}) ]] || fail '--transposed-b is for two inputs, and excludes --column-major; leave one out'
names=() kinds=() stars=() brackets=() consts=() matrices=()
IFS=, read -ra parts <<<"$list"
for part in "${parts[@]}"; do
    [[ $part =~ ^(.*[^A-Za-z_0-9])($word)[[:blank:]]*((\[[^]]*\])*)[[:blank:]]*$ ]] && [[ ${BASH_REMATCH[1]} != *[\&\<\(\[]* ]] ||
        fail "'$part': a parameter is a number, or a pointer to numbers, with a name; write a function of such parameters that calls it"
    type=${BASH_REMATCH[1]} names+=("${BASH_REMATCH[2]}") open=${BASH_REMATCH[3]//[^\[]/} star=${BASH_REMATCH[1]//[^\*]/}
    stars+=(${#star}) brackets+=(${#open}) consts+=("$([[ ${type%%\**} != *const* ]] || echo 'const ')")
    type=$(sed -E 's/\b(const|volatile|(__)?restrict(__)?)\b|\*//g; s/^ +| +$//g; s/ +/ /g' <<<"$type")
    kinds+=("$type")
    [ $((${#star} + ${#open})) = 0 ] || matrices+=($((${#names[@]} - 1)))
done

# ---- matrices ----

# is NAME PATTERN: one of these, as in d_a, h_A, dA, dev_a, matA, a_d.
is() { [[ $1 =~ ^(d|h|dev|device|host|mat|matrix|m|p)?_?($2)(_d|_h)?$ ]]; }
inputs=$([ -n "${extents[2]}" ] && echo 2 || echo 1)
[ ${#matrices[@]} = $((inputs + 1)) ] || { [ -z "${extents[0]}" ] && [ ${#matrices[@]} = 1 ]; } ||
    fail "$workload has $inputs input$([ "$inputs" = 1 ] || echo s) and a result; the prototype has ${#matrices[@]} pointers"
written=() named=() element=''
for i in "${matrices[@]}"; do
    case ${kinds[i]} in
    int | 'signed int' | int32_t | uint32_t | unsigned | 'unsigned int') type=int32 ;;
    float) type=float32 ;;
    double) type=float64 ;;
    half | __half | _float16 | float16) type=float16 ;;
    nv_bfloat16 | __nv_bfloat16 | __bf16 | bfloat16) type=bfloat16 ;;
    *) type=none ;;
    esac
    [[ $kind != cpu || ${kinds[i]} != @(half|__half|nv_bfloat16|__nv_bfloat16) ]] || type=none # they are CUDA's
    [[ " $types " == *" $type "* && $type == "${element:-$type}" ]] ||
        fail "${names[i]}: not a matrix of $workload: write float, double, int, or of 16 bits _Float16, __bf16, Float16, Bfloat16, in CUDA half or __nv_bfloat16, the same for all matrices, and one of the types that speedup list $workload shows"
    element=$type
    [ -n "${consts[i]}" ] || written+=("$i")
    ! is "${names[i]}" 'c|out(put)?|dst|dest(ination)?|res(ult)?|odata|prod(uct)?|ans|target|dists?|distances?' || named+=("$i")
done
out=${matrices[-1]}
[ ${#named[@]} != 1 ] || out=${named[0]}
[ ${#written[@]} != 1 ] || out=${written[0]}
first='' second=''
for i in "${matrices[@]}"; do
    [ "$i" = "$out" ] || { [ -z "$first" ] && first=$i || second=$i; }
done
swap=$([ -n "$second" ] && is "${names[first]}" 'b|right' && is "${names[second]}" 'a|left' && echo yes)
# Of column-major matrices the product of the transposes is the transpose of B A.
[ "$layout" != column-major ] || swap=$([ -n "$swap" ] || echo yes)
[ -z "$swap" ] || [ -z "$second" ] || { i=$first first=$second second=$i; }

prepare='' arguments=()
# pass INDEX OPERAND PLACE ROWS COLUMNS: the argument of a matrix; copied or transposed to the workspace if MAKE says so.
pass() {
    local i=$1 place=$3 rows=$4 columns=$5 make=${6-} depth=$((stars[$1] + brackets[$1]))
    [ "$depth" -le 2 ] && { [ "$kind" != gpu ] || [ "$depth$make" = 1 ]; } ||
        fail "${names[i]}: a matrix is a pointer, on the CPU and with --host-pointers also row pointers, a[n][n], B transposed or a copied input; write a function of pointers that calls it"
    if [ -n "$make" ]; then
        prepare+="    foreign_convert(task, $place, $make, $rows, $columns);"$'\n' place=task-\>workspace
        [ "$make" = false ] || rows=$5 columns=$4
    fi
    arguments[i]="(${consts[i]}${kinds[i]} *)$place"
    [ "${brackets[i]}" != 2 ] || arguments[i]="(void *)$place"
    [ "$depth" = 2 ] && [ "${brackets[i]}" != 2 ] || return 0
    prepare+="    foreign_point_rows(task, $2, $place, $rows, $columns);"$'\n'
    arguments[i]="(${consts[i]}${kinds[i]} **)foreign_rows(task, $2)"
}
[ -z "$first" ] || if [ -n "${extents[0]}" ]; then
    pass "$first" OPERAND_A 'task->a' "${extents[@]:0:2}"
else # in place
    pass "$first" OPERAND_A 'task->out' "$out_columns" "$out_columns" false
fi
[ -z "$second" ] || pass "$second" OPERAND_B 'task->b' "${extents[@]:2:2}" "$([ "$layout" != transposed-b ] || echo true)"
pass "$out" OPERAND_OUT 'task->out' "$out_rows" "$out_columns"

# ---- numbers ----

a_columns=${extents[1]:-$out_columns} b_columns=${extents[3]:-$out_columns} flags=0 threads=0 ints=false products=false used=' '
m='point->m' n='point->n' height='(rows?|height|h)' width='(cols?|columns?|width|w)' number='(n|num)?_?'
[ "$layout" != column-major ] || { m='point->n' n='point->m'; [ -z "$second" ] || { i=$a_columns a_columns=$b_columns b_columns=$i; }; }
[ "$layout" != transposed-b ] || b_columns=${extents[2]}
for i in "${!names[@]}"; do
    [ -z "${arguments[i]-}" ] || continue
    p=${names[i]}
    if [[ ${kinds[i]} == cudaStream_t ]]; then value='task->stream' used+='stream '
    elif [[ $p =~ ^(m|ni|ny|hy|${number}([ac]_?)?$height(_?[ac])?)$ ]]; then value=$m used+='m '
    elif [[ $p =~ ^(${number}(n|v|vertices|nodes)|nj|nx|${number}([bc]_?)?$width(_?[bc])?|((mat|matrix)_?)?size|dim)$ ]]; then value=$n used+='n '
    elif [[ $p =~ ^(k|nk|inner|depth|common|$number(a_?$width|${width}_?a|b_?$height|${height}_?b))$ && $sizes != 'm n' ]]; then value='point->k' used+='k '
    elif [[ $p =~ ^((n|num)?_?elements|count|total)$ ]]; then value='(point->m * point->n)' used+="$sizes all "
    elif [[ $p =~ ^(lda|ld|ldin|stride|pitch)$ ]]; then value=$a_columns
    elif [[ $p == ldb ]]; then value=$b_columns
    elif [[ $p =~ ^(ldc|ldo|ldout)$ ]]; then value=$out_columns
    elif [[ $p == alpha ]]; then value=1
    elif [[ $p == beta ]]; then value=0 flags+=' | VARIANT_ACCUMULATES' # 0 times poison is NaN
    elif [[ $p =~ ^(n|num)?_?threads$ ]]; then value='point->threads' threads=AXIS_THREADS
    else fail "$p: a number of this name is unknown; call it m, n, k (rows, columns, inner side), elements, lda, ldb, ldc, alpha, beta or threads in the prototype"
    fi
    [[ $value != *point-* || ! ${kinds[i]} =~ (^|[^a-z])(char|short|float|half|bool|u?int(8|16)_t)([^a-z]|$) ]] ||
        fail "$p: ${kinds[i]} does not hold every size; write a function that takes it as int or size_t"
    arguments[i]="(${kinds[i]})$value"
    [[ ! ${kinds[i]} =~ ^(((un)?signed )?int|(un)?signed|u?int32_t)$ ]] || { ints=true; [[ $value != '('* ]] || products=true; }
done
[[ $used == *' '[mnk]' '* ]] || fail 'no parameter is a size; add one, as in a function for any n'
squares=false
for size in $sizes; do [[ $used == *" $size "* ]] || squares=true; done
case $kind in
gpu-host) flags+=' | VARIANT_HOST_POINTERS' ;;
gpu) [ -n "$kernel" ] || [[ $used == *' stream '* ]] || flags+=' | VARIANT_DEFAULT_STREAM' ;;
esac

# ---- the text ----

call=${arguments[*]/%/,}
call="$function(${call%,})"
if [ -n "$kernel" ]; then
    call="/* A thread per element, in blocks of 16 x 16: set what the kernel expects. */
    const LaunchShape shape = {.grid = {gpu_blocks(point->n, 16), gpu_blocks(point->m, 16), 1}, .block = {16, 16, 1}};
    return GPU_LAUNCH(task, shape, ${call/\(/, };"
else
    [[ ! $result =~ (^|[[:blank:]])(int|cudaError_t)[[:blank:]]*$ ]] || call="const int status = (int)$call;
    if (status != 0) {
        return error_set(task->error, \"$function returned %d\", status);
    }
    return 0"
    [[ $call == *'return 0' ]] || call+=$';\n    return 0'
    [ "$kind" = cpu ] || call=${call/%return 0/'return GPU_CHECK(task, cudaGetLastError())'}
    call+=';'
fi
hooks=''
if [ -n "$prepare" ]; then
    prepare="static int glue_prepare(const Task *task)
{
    const Point *point = task->point;
${prepare}    return 0;
}

"
    hooks="    .workspace = foreign_workspace,
    .prepare = glue_prepare,
"
fi
place=${kind%-host} suffix=$([ "$kind" = cpu ] && echo c || echo cu)
cat <<TEXT
/* $workload $place/$name calls $function, whose source is built beside this one$([ "$suffix" = cu ] || echo ' (C++: rename this file to .cpp)').
 *
 *     speedup build $name.$suffix THEIRS
 *     speedup check $workload --plugin $name.so
 */
#include "cpu/foreign.h"
$([ "$suffix" = c ] || printf '#include "%s"\n' gpu/grid.h gpu/launch.h
[[ $suffix = c || $element != *float16 ]] || printf '#include <%s>\n' cuda_fp16.h cuda_bf16.h)

$declaration;

static int glue_accepts(const Point *point, Error *error)
{
    /* squares only, sizes are int, their product is, multiples */
    return foreign_accepts(point, $squares, $ints, $products, $multiple, error);
}

${prepare}static int glue_run(const Task *task)
{
    const Point *point = task->point;
    $call
}

C_LINKAGE_BEGIN
extern const Variant variant_${place}_${workload}_$name;
C_LINKAGE_END
const Variant variant_${place}_${workload}_$name = {
    .workload = "$workload",
    .name = "$place/$name",
    .idea = "calls $function",
    .types = ${element^^},
    .axes = $threads, /* AXIS_THREADS: it has threads of OpenMP */
    .flags = ${flags#0 | },
    .accepts = glue_accepts,
${hooks}    .run = glue_run,
};
TEXT
