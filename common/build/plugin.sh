#!/usr/bin/env bash
# Compiles a plug-in for `speedup build`: plugin.sh OUT GIVEN HEADERS RACE GENCODE TOOLCHAIN... OPTION... -- SOURCE... -- FLAG...
#
# OUT.parts/plugin.so contains the sources, a generated descriptor (common/plugin.h), and of CUDA code its own copy of the
# launching code (gpu/launch.cu). A failure is reported and leaves nothing. GIVEN: OUT is a user's choice. GENCODE: options of
# the GPU that is there. TOOLCHAIN: compilers and flags of the program. OPTION: -I and -D of all sources. FLAG: for nvcc, or
# without CUDA for the C and C++ compiler.
set -uf
out=$1 given=$2 headers=$3 race=$4 gencode=$5
shift 5
built_cc=$1 built_cflags=$2 ldflags=$3 options=$4 built_nvcc=$5 cu_flags=$6 cuda_reason=$7 cuda_arch=$8 cuda_hopper=$9 cuda_libs=${10}
shift 10
defines=() sources=()
while [ "$1" != -- ]; do defines+=("$1") && shift; done
shift
while [ "$1" != -- ]; do sources+=("$1") && shift; done
shift
[ -z "$race" ] || built_cc=clang built_cflags='-O1 -g' options='-D_GNU_SOURCE -march=native -Wall -Wextra -fopenmp -fsanitize=thread'

fail() {
    printf 'speedup: %s\n' "${*//[[:cntrl:]]/?}" >&2
    exit 2
}

# ---- the sources and the plug-in's name ----

cuda='' cxx='' hopper=''
for source in "${sources[@]}"; do
    case $source in
    *.c) ;;
    *.cpp | *.cc | *.cxx) cxx=$source ;;
    *.cu) cuda=$source ;;
    *) fail "$source: the name ends neither in .c (C), .cpp (C++) nor .cu (CUDA); rename the file" ;;
    esac
    [ -e "$source" ] || fail "$source: cannot read the source file: No such file or directory; correct the name"
    [[ -f $source && -r $source ]] ||
        fail "$source: cannot read the source file: it is no file, or not readable; correct the name"
    [[ -s $source && $(tr -cd '\0' <"$source" | wc -c) -eq 0 ]] ||
        fail "$source: it is not the text of a program; speedup new matmul/mine writes an example"
    for kind in Workload Variant; do # by another name they would not be found
        name=$(LC_ALL=C sed -nE "s/^(extern \"C\" )?const $kind (\w+)\s*(=.*)?\$/\2/p" "$source" | grep -v "^${kind,}_") &&
            fail "$source: the symbol ${name%%$'\n'*} must begin with ${kind,}_; rename it"
    done
    ! grep -q '^ \* Architecture: sm_90a' "$source" || hopper=$source
done
source=${sources[0]}

for suffix in c cpp cu; do
    other=${source%.*}.$suffix
    [[ -n $given || " ${sources[*]} " == *" $other "* || ! -e $other ]] ||
        fail "$source and $other would both become $out; name the plug-in by -o"
done
case $out in
-*) fail "-o $out: the name begins with '-', as options do; write ./$out" ;;
*,*) fail "$out: the name has a comma, which separates files in --plugin; name another one by -o" ;;
*.c | *.cc | *.cpp | *.cxx | *.cu) fail "-o $out: this is the name of a source file; name the plug-in, as in -o mine.so" ;;
esac
[ ! -e "$out" ] || [ -f "$out" ] || fail "cannot write $out: it is no file; name another one by -o"

# ---- the compilers ----

# words NAME TEXT: the words of a list, in the array `words`, split as common/text/words.c does: nothing is expanded or run.
words() {
    local rest=$2 text
    # Blanks before a word, then \x, '...', "..." or plain characters.
    local part="^([[:blank:]]*)(\\\\(.)|'([^']*)'|\"(([^\"\\]|\\\\.)*)\"|([^[:blank:]'\"\\]+))"
    words=()
    while [[ $rest =~ $part ]]; do
        [[ -z ${BASH_REMATCH[1]} && ${#words[@]} -gt 0 ]] || words+=('')
        text=${BASH_REMATCH[5]//\\\\/$'\n'} # a list has no newline
        text=${text//\\\"/\"}
        words[-1]+=${BASH_REMATCH[3]}${BASH_REMATCH[4]}${text//$'\n'/\\}${BASH_REMATCH[7]}
        rest=${rest:${#BASH_REMATCH[0]}}
    done
    rest=${rest#"${rest%%[![:blank:]]*}"}
    [ -z "$rest" ] || fail "$1=$2: a ${rest:0:1} is not closed; close it, or write \\${rest:0:1}"
}
# A compiler has a name, while flags may be none.
words CC "$([[ ${CC-} == *[![:blank:]]* ]] && printf %s "$CC" || printf %s "$built_cc")"
cc=("${words[@]}")
knows() { "${cc[@]}" "$@" -x c -fsyntax-only - </dev/null 2>/dev/null; }
words options "$options"
knows "${words[@]}" || { # another compiler than the program's
    options=
    for word in "${words[@]}"; do
        ! knows "$word" || printf -v options '%s %q' "$options" "$word"
    done
}
words CFLAGS "$options ${CFLAGS-${built_cflags//--coverage/}}" # which leaves files beside objects
c=("${cc[@]}" "${words[@]}" -fPIC -ffunction-sections -fdata-sections)
[ -n "$cuda" ] || c+=("$@")
[ -z "$cxx" ] || ! type -P "${cc[0]}" >/dev/null || "${cc[@]}" -x c++ -fsyntax-only - </dev/null 2>/dev/null ||
    fail "$cxx: ${cc[*]} compiles no C++; install g++, or name another compiler by CC"

# The present folder and that of the headers have fixed names in host code, debug information included: the same source gives the
# same plug-in in any folder.
maps=("-ffile-prefix-map=$(pwd -P)=." "-ffile-prefix-map=$headers/=speedup/")
if [ -n "$cuda" ]; then
    [ -n "$built_nvcc" ] || fail "$cuda: this program has no GPU part ($cuda_reason); build speedup again where nvcc is"
    nvcc=$([[ ${NVCC-} == *[![:blank:]]* ]] && printf %s "$NVCC" || printf %s "$built_nvcc")
    type -P "$nvcc" >/dev/null || fail "$cuda: there is no nvcc at $nvcc; install the CUDA Toolkit, or name it by NVCC"
    [[ -z $hopper || -n $cuda_hopper ]] ||
        fail "$hopper: it needs sm_90a, which this program was built without; build it with CUDA 12 and CUDA_ARCH=90"
    [ -z "$hopper" ] || gencode=$cuda_hopper
    words CUDA_ARCH "$cu_flags ${gencode:-$cuda_arch}"
    nvcc=("$nvcc" "${words[@]}")
    for word in -fPIC -ffunction-sections -fdata-sections "${maps[@]}"; do
        [[ $word == *,* ]] || nvcc+=(-Xcompiler "$word") # a comma would separate two flags
    done
    nvcc+=("$@")
fi

# ---- the parts ----

# nvcc writes the names of files into objects, so they have no random part: the same source gives the same plug-in.
parts=$out.parts
[ ! -e "$parts" ] || fail "$parts exists: another build is running, or was interrupted; then delete it"
why=$(LC_ALL=C mkdir -- "$parts" 2>&1) || fail "cannot write $out: ${why##*: }; name another file by -o"
objects=()
trap 'rm -f "${objects[@]}" "$parts/plugin.so" "$parts/exported"; rmdir "$parts"' EXIT

# run JOB SOURCE COMPILER...: what it prints goes to stderr, as all does.
run() {
    type -P "$3" >/dev/null ||
        fail "$2: cannot start the compiler $3: No such file or directory; install it, or name another by CC or NVCC"
    "${@:3}" || fail "$2: $3 did not $1 it; correct the errors above"
}

[ -z "$cuda" ] || sources+=("$headers"/gpu/{launch,check}.cu)
for source in "${sources[@]}"; do
    object=$parts/kernel${#objects[@]}.o
    [[ $source != "$headers"/gpu/* ]] || defines=()
    case $source in
    *.c) compile=("${c[@]}" -std=gnu11 "${maps[@]}") ;;
    *.cu) compile=("${nvcc[@]}") ;;
    *) compile=("${c[@]}" -std=gnu++20 -Wno-missing-field-initializers "${maps[@]}") ;; # of each field that a Variant leaves out
    esac
    objects+=("$object")
    run compile "$source" "${compile[@]}" -I "$headers" "${defines[@]}" -c "$source" -o "$object"
    objcopy --localize-symbol=main "$object" 2>/dev/null # of a program that has the kernel; not of an object for LTO
done

# Device code of several sources that call each other.
devrt=''
if [[ -n $cuda && " $* " == *' -rdc=true '* ]]; then
    devrt=-lcudadevrt
    run link "$cuda" "${nvcc[@]}" -dlink "${objects[@]}" -o "$parts/dlink.o"
    objects+=("$parts/dlink.o")
fi

# link OBJECT...: by CC in any language, as the program is: nvcc would write the name of a temporary file. Of all functions only
# those that a Variant needs are linked, and none is visible: not main, nor one that the program has too.
printf '{ global: variant_*; workload_*; speedup_plugin; local: *; };\n' >"$parts/exported"
words LDLIBS "$ldflags ${LDLIBS-}"
libraries=("${words[@]}")
option='' # -l or -L, whose value is the next word
for word in "$@"; do
    word=$option$word option=''
    [[ $word != -[lL] ]] || option=$word
    [[ $word != -[lL]?* || $word == -@(lineinfo|lto*|lib|link|ldir*) ]] || libraries+=("$word") # those are flags of nvcc
done
words CUDA_LIBS "$([ -z "$cuda" ] || printf %s "$devrt $cuda_libs")"
libraries+=("${words[@]}")
[ -z "$cxx$cuda" ] || libraries+=(-lstdc++) # which CC does not link by itself
link() {
    run link "${sources[0]}" "${c[@]}" -shared -Wl,-Bsymbolic,--gc-sections,--version-script="$parts/exported" "$@" \
        -o "$parts/plugin.so" "${libraries[@]}" -lm
}
link "${objects[@]}"
# Those of data, as a macro may have written their names.
symbols=$(nm -D --defined-only "$parts/plugin.so" | sed -nE 's/.* [A-SVX-Z] ((variant|workload)_\w+)$/\1/p')
mapfile -t variants < <(grep ^variant_ <<<"$symbols")
mapfile -t workloads < <(grep ^workload_ <<<"$symbols")
[ ${#workloads[@]} -le 1 ] || fail "${sources[0]}: it has more than 1 Workload; make several plug-ins"
workload=${workloads[0]-}
for kind in Workload Variant; do
    lines=$(grep -lE "^(extern \"C\" )?const $kind ${kind,}_\w+\s*(=.*)?\$" "${sources[@]}")
    [[ -z $lines || $'\n'$symbols == *$'\n'${kind,}_* ]] ||
        fail "${lines%%$'\n'*}: its $kind is not compiled (#if, comment), or in C++ and CUDA lacks the line extern \"C\" const $kind NAME; before it"
done
# shellcheck disable=SC2016
if [ ${#variants[@]} -eq 0 ]; then
    remedy='end the file with a Variant (speedup new matmul/mine writes an example)'
    [ -z "$workload" ] || remedy='add a variant of the workload (speedup new NAME writes an example)'
    fail "${sources[0]}: no line begins with "'`const Variant variant_NAME = {`; '"$remedy"
fi

# The compiler reads it from stdin: no name of a file gets into the plug-in.
objects+=("$parts/plugin.o")
run compile "${sources[0]}" "${cc[@]}" -std=gnu11 -g0 -fno-lto -fPIC -I "$headers" -x c -c - -o "$parts/plugin.o" <<DESCRIPTOR
#include "common/plugin.h"
extern const Variant $(printf '%s, ' "${variants[@]}" | sed 's/, $//');
${workload:+extern const Workload $workload;}
static const Variant *const variants[] = {$(printf '&%s, ' "${variants[@]}")NULL};
const PluginDescriptor speedup_plugin = {SPEEDUP_INTERFACE, variants, ${workload:+&}${workload:-NULL}};
DESCRIPTOR
link "${objects[@]}"
trap - EXIT
rm -f "${objects[@]}" "$parts/exported"
