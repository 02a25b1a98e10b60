#!/bin/sh
# Writes the registry (common/registry.h) to stdout: one array entry per file.
#
#   make_registry.sh [--without NAME WHY]... FILE...
#
# Names follow paths: common/workloads/matmul.c is workload_matmul, cpu/matmul/tiled.c is variant_cpu_matmul_tiled (also
# for other paths that end in cpu/matmul/tiled.c, as in tests); a folder multi_gpu is not part of the name. Files that are
# not compiled are listed with the reason WHY and with their fields idea, flags and instructions, for `speedup list` and for
# `speedup summarize` of results from other machines. These are files whose head comment has "Library: NAME",
# "Processor: NAME", "Target: NAME" or "Architecture: NAME", and all .cu files for the name CUDA. The names that a compiled
# file must have are written beside its symbol: speedup refuses to start if they differ.
set -eu
export LC_ALL=C

without=''
while [ "${1-}" = --without ]; do
    without="$without$2	$3
"
    shift 3
done

printf '%s\n' "$@" | sort -u | WITHOUT=$without awk '
function fail(path, text) {
    printf "error: %s: %s\n", path, text >"/dev/stderr"
    failed = 1
}

# The value of a field of the Variant, whose text it cuts out: up to a comma or brace outside string literals. "" if it has none.
function field(variant_text, name) {
    if (!sub("^.*[.]" name " *= *", "", variant_text)) {
        return ""
    }
    match(variant_text, /^("([^"\\]|\\.)*"|[^",}])*/)
    variant_text = substr(variant_text, 1, RLENGTH)
    sub(/ *$/, "", variant_text)
    return variant_text
}

# Reads a file: why it is not compiled, or "", and the fields of its Variant that `speedup list` and `summarize` need.
function scan(path,    line, head, last, text) {
    why = path ~ /\.cu$/ ? without["CUDA"] : ""
    head = 1
    while ((getline line < path) > 0) {
        text = text " " line
        last = line ~ /\*\//
        sub(/ \*\/$/, "", line)
        if (head && why == "" && sub(/^ \* (Library|Processor|Target|Architecture): /, "", line)) {
            why = without[line]
        }
        head = head && !last
    }
    close(path)
    sub(/^.* Variant variant_/, "", text) # which ends the file
    idea = field(text, "idea")
    flags = field(text, "flags")
    instructions = field(text, "instructions")
}

BEGIN {
    first = "matmul transpose apsp copy multiply_add add_min"
    lines = split(ENVIRON["WITHOUT"], line, "\n")
    for (l = 1; l < lines; l++) {
        split(line[l], reason, "\t")
        without[reason[1]] = "not built: " reason[2]
    }
}

{
    parts = split($0, part, "/")
    name = part[parts]
    if (part[parts - 1] == "multi_gpu") {
        parts--
    }
    sub(/\.[a-z]*$/, "", name)
    if (name !~ /^[a-z][a-z0-9_]*$/) {
        fail($0, "a name is made of a-z, 0-9 and _, and begins with a letter")
    } else if (part[parts - 1] == "workloads") {
        workload[name] = 1
        others = others (index(" " first " ", " " name " ") ? "" : " " name)
    } else if (part[parts - 2] !~ /^(cpu|gpu)$/) {
        fail($0, "a variant belongs in cpu/<workload>/ or gpu/<workload>/")
    } else {
        variants++
        path[variants] = $0
        kind[variants] = part[parts - 2]
        of[variants] = part[parts - 1]
        variant[variants] = name
    }
}

END {
    for (v = 1; v <= variants; v++) {
        if (!(of[v] in workload)) {
            fail(path[v], "no workload common/workloads/" of[v] ".c")
        }
    }
    workloads = split(first others, order, " ")
    for (w = 1; w <= workloads; w++) {
        if (order[w] in workload) {
            declarations = declarations "extern const Workload workload_" order[w] ";\n"
            workload_rows = workload_rows "    &workload_" order[w] ",\n"
        }
        for (v = 1; v <= variants; v++) {
            if (of[v] != order[w]) {
                continue
            }
            symbol = "variant_" kind[v] "_" of[v] "_" variant[v]
            if (symbol in taken) {
                fail(path[v], "has the same name as " taken[symbol])
            }
            taken[symbol] = path[v]
            scan(path[v])
            if (why != "") {
                if (idea == "") {
                    fail(path[v], "has no line .idea = \"...\"")
                }
                unbuilt_rows = unbuilt_rows "    {&(const Variant){.workload = \"" of[v] "\", .name = \"" kind[v] "/" variant[v] \
                    "\", .idea = " idea (flags != "" ? ", .flags = " flags : "") ", .instructions = " \
                    (instructions != "" ? instructions : "INSTRUCTIONS_VECTOR") "}, \"" why "\"},\n"
            } else {
                declarations = declarations "extern const Variant " symbol ";\n"
                variant_rows = variant_rows "    &" symbol ",\n"
                place_rows = place_rows "    {\"" of[v] "\", \"" kind[v] "/" variant[v] "\", \"" path[v] "\"},\n"
            }
        }
    }
    if (failed) {
        exit 1
    }
    print "/* Made by common/build/make_registry.sh from the files that are there: do not edit. */"
    print "#include \"common/registry.h\"\n"
    print declarations
    print "const Workload *const registry_workloads[] = {\n" workload_rows "    NULL,\n};\nconst size_t registry_workload_count = sizeof registry_workloads / sizeof *registry_workloads - 1;\n"
    print "const Variant *const registry_variants[] = {\n" variant_rows "    NULL,\n};\nconst size_t registry_variant_count = sizeof registry_variants / sizeof *registry_variants - 1;\n"
    print "const VariantPlace registry_places[] = {\n" place_rows "    {NULL, NULL, NULL},\n};\n"
    print "const ListedVariant registry_unbuilt[] = {\n" unbuilt_rows "    {NULL, NULL},\n};"
}'
