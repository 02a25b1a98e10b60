#!/usr/bin/env bash
# Compiles a plug-in for `speedup build`: plugin.sh SOURCE OUT GIVEN HEADERS RACE GENCODE TOOLCHAIN...
#
# OUT.parts/plugin.so contains the source, a generated descriptor (common/plugin.h), and of CUDA code its own copy of the
# launching code (gpu/launch.cu). A failure is reported and leaves nothing. GIVEN: OUT is a user's choice. GENCODE: options of
# the GPU that is there. TOOLCHAIN: compilers and flags of the program.
set -uf
source=$1 out=$2 given=$3 headers=$4 race=$5 gencode=$6
shift 6
built_cc=$1 built_cflags=$2 ldflags=$3 options=$4 built_nvcc=$5 cu_flags=$6 cuda_reason=$7 cuda_arch=$8 cuda_hopper=$9 cuda_libs=${10}
[ -z "$race" ] || built_cc=clang built_cflags='-O1 -g' options='-D_GNU_SOURCE -march=native -Wall -Wextra -fopenmp -fsanitize=thread'

fail() {
    printf 'speedup: %s\n' "${*//[[:cntrl:]]/?}" >&2
    exit 2
}

# ---- the source and the plug-in's name ----

case $source in
*.c) language=c standard=-std=gnu11 ;;
*.cpp) language=c++ standard=-std=gnu++20 ;;
*.cu) language=cuda standard=-std=gnu11 ;;
*) fail "$source: the name ends neither in .c (C), .cpp (C++) nor .cu (CUDA); rename the file" ;;
esac
[ -e "$source" ] || fail "$source: cannot read the source file: No such file or directory; correct the name"
[[ -f $source && -r $source ]] ||
    fail "$source: cannot read the source file: it is no file, or not readable; correct the name"
[[ -s $source && $(tr -cd '\0' <"$source" | wc -c) -eq 0 ]] ||
    fail "$source: it is not the text of a program; speedup new matmul/mine writes an example"

# names KIND PREFIX: the names in lines `const KIND NAME = {`, which begin with the prefix, in the array `names`.
names() {
    local name
    mapfile -t names < <(LC_ALL=C sed -nE "/^(extern \"C\" )?const $1 \w+\s*\$/N; s/^(extern \"C\" )?const $1 (\w+)\s*=.*/\2/p" "$source")
    for name in "${names[@]}"; do
        [[ $name == $2* ]] || fail "$source: the symbol $name must begin with $2; rename it"
    done
}
names Workload workload_
workloads=("${names[@]}")
names Variant variant_
variants=("${names[@]}")
[ ${#workloads[@]} -le 1 ] || fail "$source: it has more than 1 Workload; make several plug-ins"
workload=${workloads[0]-}
# shellcheck disable=SC2016
if [ ${#variants[@]} -eq 0 ]; then
    remedy='end the file with a Variant (speedup new matmul/mine writes an example)'
    [ -z "$workload" ] || remedy='add a variant of the workload (speedup new NAME writes an example)'
    fail "$source: no line begins with "'`const Variant variant_NAME = {`; '"$remedy"
fi

for suffix in c cpp cu; do
    other=${source%.*}.$suffix
    [ -n "$given" ] || [ "$other" = "$source" ] || [ ! -e "$other" ] ||
        fail "$source and $other would both become $out; name the plug-in by -o"
done
case $out in
*,*) fail "$out: the name has a comma, which separates files in --plugin; name another one by -o" ;;
*.c | *.cpp | *.cu) fail "-o $out: this is the name of a source file; name the plug-in, as in -o mine.so" ;;
esac
[ ! -e "$out" ] || [ -f "$out" ] || fail "cannot write $out: it is no file; name another one by -o"

# ---- the compilers ----

# words NAME TEXT: the words of a list, in the array `words`, split as common/text/words.c does: nothing is expanded or run.
words() {
    local rest=$2 word part
    words=()
    while [[ $rest =~ ^[[:blank:]]*([^[:blank:]].*)$ ]]; do
        rest=${BASH_REMATCH[1]} word=''
        while [[ $rest == [![:blank:]]* ]]; do
            if [[ $rest == \\* ]]; then
                word+=${rest:1:1} rest=${rest:2}
            elif [[ $rest =~ ^\'([^\']*)\' ]]; then
                word+=${BASH_REMATCH[1]} rest=${rest:${#BASH_REMATCH[0]}}
            elif [[ $rest =~ ^\"(([^\"\\]|\\.)*)\" ]]; then
                rest=${rest:${#BASH_REMATCH[0]}} part=${BASH_REMATCH[1]//\\\\/$'\n'} # a list has no newline
                part=${part//\\\"/\"} word+=${part//$'\n'/\\}
            elif [[ $rest == [\'\"]* ]]; then
                fail "$1=$2: a ${rest:0:1} is not closed; close it, or write \\${rest:0:1}"
            else
                part=${rest%%[[:blank:]\'\"\\]*}
                word+=$part rest=${rest:${#part}}
            fi
        done
        words+=("$word")
    done
}
# A compiler has a name, while flags may be none.
words CC "$([[ ${CC-} == *[![:blank:]]* ]] && printf %s "$CC" || printf %s "$built_cc")"
cc=("${words[@]}")
words CFLAGS "$options ${CFLAGS-$built_cflags}"
c=("${cc[@]}" "$standard" "${words[@]}" -fPIC)
[ $language = c ] || c+=(-Wno-missing-field-initializers) # of each field that a Variant leaves out

# The present folder and that of the headers have fixed names in host code, debug information included: the same source gives the
# same plug-in in any folder.
maps=("-ffile-prefix-map=$(pwd -P)=." "-ffile-prefix-map=$headers=speedup")
compile=("${c[@]}" "${maps[@]}")
if [ $language = cuda ]; then
    [ -n "$built_nvcc" ] || fail "$source: this program has no GPU part ($cuda_reason); build speedup again where nvcc is"
    nvcc=$([[ ${NVCC-} == *[![:blank:]]* ]] && printf %s "$NVCC" || printf %s "$built_nvcc")
    type -P "$nvcc" >/dev/null || fail "$source: there is no nvcc at $nvcc; install the CUDA Toolkit, or name it by NVCC"
    if grep -q '^ \* Architecture: sm_90a' "$source"; then
        [ -n "$cuda_hopper" ] ||
            fail "$source: it needs sm_90a, which this program was built without; build it with CUDA 12 and CUDA_ARCH=90"
        gencode=$cuda_hopper
    fi
    words CUDA_ARCH "$cu_flags ${gencode:-$cuda_arch}"
    compile=("$nvcc" "${words[@]}" -Xcompiler -fPIC -Xcompiler "${maps[0]}" -Xcompiler "${maps[1]}")
fi

# ---- the parts ----

# nvcc writes the names of files into objects, so they have no random part: the same source gives the same plug-in.
parts=$out.parts
[ ! -e "$parts" ] || fail "$parts exists: another build is running, or was interrupted; then delete it"
why=$(LC_ALL=C mkdir -- "$parts" 2>&1) || fail "cannot write $out: ${why##*: }; name another file by -o"
objects=("$parts"/{plugin,kernel,launch,check}.o)
trap 'rm -f "${objects[@]}" "$parts/plugin.so"; rmdir "$parts"' EXIT

# run JOB COMPILER...: what it prints goes to stderr, as all does.
run() {
    type -P "$2" >/dev/null ||
        fail "$source: cannot start the compiler $2: No such file or directory; install it, or name another by CC or NVCC"
    "${@:2}" || fail "$source: $2 did not $1 it; correct the errors above"
}

# The compiler reads it from stdin: no name of a file gets into the plug-in.
run compile "${cc[@]}" -std=gnu11 -g0 -fno-lto -fPIC -I "$headers" -x c -c - -o "${objects[0]}" <<DESCRIPTOR
#include "common/plugin.h"
extern const Variant $(printf '%s, ' "${variants[@]}" | sed 's/, $//');
${workload:+extern const Workload $workload;}
static const Variant *const variants[] = {$(printf '&%s, ' "${variants[@]}")NULL};
const PluginDescriptor speedup_plugin = {SPEEDUP_INTERFACE, variants, ${workload:+&}${workload:-NULL}};
DESCRIPTOR
sources=("$source")
[ $language != cuda ] || sources+=("$headers"/gpu/{launch,check}.cu)
for i in "${!sources[@]}"; do
    run compile "${compile[@]}" -I "$headers" -c "${sources[i]}" -o "${objects[i + 1]}"
done

# By CC in any language, as the program is: nvcc would write the name of a temporary file. Its own functions come before those that
# the program exports.
words LDLIBS "$ldflags ${LDLIBS-}"
libraries=("${words[@]}")
words CUDA_LIBS "$([ $language != cuda ] || printf %s "$cuda_libs")"
[ $language != c++ ] || libraries+=(-lstdc++) # CC links it only if asked
run link "${c[@]}" -shared -Wl,-Bsymbolic "${objects[@]:0:${#sources[@]}+1}" -o "$parts/plugin.so" "${libraries[@]}" "${words[@]}" -lm
trap - EXIT
rm -f "${objects[@]}"
