#!/usr/bin/env bats
# The sandbox of a worker (common/system/sandbox.h): what a hostile variant cannot do in it, what others can, and machines without it.
# And the flags that harden the program.
# shellcheck disable=SC2154  # variables of helpers.bash and of bats

load helpers

once=(--size 33 --type int32 --rounds 1 --min-samples 2 --max-samples 2 --warmup 0 --quiet --fresh --out s.csv)

# Skips the test where this machine or build has no sandbox.
needs_sandbox() {
    run "$speedup" check matmul --sandbox --variant cpu/naive --size 1 --quiet
    [ "$status" -eq 0 ] || skip "${output#speedup: --sandbox: }"
}

# without COMMAND...: the command where seccomp() fails, as in a container that forbids it.
without() {
    cat >without.c <<'C'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {4, code};
    return argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ||
           execv(argv[1], argv + 1);
}
C
    cc without.c -o without
    ./without "$@"
}

# Each way out of the process: LEAVES of tests/variants/cpu/matmul/leaves_process.c, and what its row says.
ways=('file it opened a file for writing' 'shared it opened a file for writing' 'rename it changed a folder or the name of a file'
    'segment it made memory or a queue that another process can open' 'queue it made memory or a queue that another process can open'
    'memfd it made memory or a queue that another process can open' 'child it started a process' 'program it started a process, or made another such call with signals blocked'
    'socket it opened a socket' 'gpu it uses a GPU; name it gpu/NAME, with VARIANT_HOST_POINTERS where run() takes host memory' 'signal it sent a signal to another process')

@test "a variant that leaves its process: ok without the sandbox, a failed row that says how with it" {
    needs_sandbox
    for way in "${ways[@]}"; do
        LEAVES=${way%% *} "$wrong" run matmul --variant cpu/leaves_process "${once[@]}" >/dev/null
        [ "$(query s.csv "SELECT group_concat(DISTINCT status) FROM rows")" = ok ]
        rm -rf s.csv kept /dev/shm/speedup-leaves /dev/mqueue/speedup-leaves
        run -1 env LEAVES="${way%% *}" "$wrong" run matmul --variant cpu/leaves_process --sandbox "${once[@]}"
        row=$(query s.csv "SELECT status || ': ' || detail FROM rows")
        # From glibc 2.41 on fork() blocks signals before it starts the process.
        [[ $way != child* ]] || row=${row/, or made another such call with signals blocked/}
        [ "$row" = "failed: ended by the sandbox while it ran: ${way#* }; a variant only computes and reads" ]
        [ ! -e kept ] && [ ! -e /dev/shm/speedup-leaves ]
        rm s.csv
    done
    ipcs -m | awk -v user="$(id -un)" '$3 == user && $5 == 1 && $6 == 0 { print "-m", $2 }' | xargs -r ipcrm
}

# attack NAME OPTION...: the row of ATTACK=NAME of tests/variants/cpu/matmul/attacks.c; what it prints is in NAME.err.
attack() {
    local name=$1
    shift
    {
        echo marker >&2
        ATTACK=$name "$wrong" run matmul --variant cpu/attacks "${once[@]}" --min-samples 1 --max-samples 1 --out "$name.csv" "$@" >/dev/null || [ $? -eq 1 ]
    } 2>"$name.err" 9>shell
    query "$name.csv" "SELECT status || ': ' || detail FROM rows"
}

@test "attacks on the file that stderr is, on open descriptors, other processes and the sandbox: what each gets" {
    needs_sandbox
    sleep 900 3>&- &
    export VICTIM=$!
    state=$(taskset -p $VICTIM; cut -d' ' -f 18,19,41 /proc/$VICTIM/stat; cat /proc/$VICTIM/limits)
    opened='failed: ended by the sandbox while it ran: it opened a file for writing'
    blocked='failed: ended by the sandbox while it ran: it started a process, or made another such call with signals blocked'
    while read -r name row; do
        echo "$name"
        [[ "$(attack "$name" --sandbox)" == "$row"* ]]
        [ "$(head -n 1 "$name.err")" = marker ]
        [ ! -s shell ] && [ ! -e kept ]
        grep -q PASSED "$name.err" && return 1
        [ "$(taskset -p $VICTIM; cut -d' ' -f 18,19,41 /proc/$VICTIM/stat; cat /proc/$VICTIM/limits)" = "$state" ]
    done <<ROWS
truncate ok:
pwrite ok:
pwritev ok:
fallocate ok:
seek ok:
splice ok:
shell ok:
affinity ok:
scheduler ok:
limits ok:
memory ok:
signals ok:
filter ok:
reopen $opened
parent $opened
unnamed $opened
handler $opened
blocked $blocked
ROWS
    kill $VICTIM
    [[ "$(attack own --sandbox)" == ok:* ]]
    [ "$(grep -c PASSED own.err)" -ge 3 ]
    [ "$(grep -c refused own.err)" -eq 0 ]
}

@test "what a variant prints: shown until it crashes, escaped, and bounded, also without the sandbox" {
    for name in escapes floods dies; do
        attack $name >row
        [ "$(grep -cP '[^\x20-\x7e]' $name.err)" -eq 0 ]
    done
    [[ "$(<row)" == "failed: crashed"* ]]
    grep -qF '\x1b]0;title\x07\x1b[2J??2J\x0dred' escapes.err
    grep -qx 'last words' dies.err
    grep -q 'speedup: a variant printed [0-9]* more bytes, which are left out' floods.err
    [ "$(wc -c <floods.err)" -lt 100000 ]
}

@test "a variant that writes to the status page or forges samples meets the time limit all the same" {
    for name in number idle verifying; do
        attack $name --timeout 0.1 >$name.row &
    done
    attack forges --timeout 20 >forges.row
    wait
    grep -q '^timeout: no result after 0.1 s' number.row
    grep -q '^timeout: no result after 0.1 s' idle.row
    grep -q '^timeout: no result after 0.1 s' verifying.row
    grep -q "^failed: its process wrote to the program's own pipe" forges.row
    [ "$(query forges.csv "SELECT count(*) FROM rows")" -le 2 ]
}

@test "a plug-in's constructor reaches neither stderr's file nor what the shell left open" {
    needs_sandbox
    "$speedup" new matmul/mine 2>/dev/null
    cat - mine.c >spoils.c <<'C'
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void spoil(void)
{
    puts("\033[2J");
    (void)!ftruncate(1, 0);
    (void)!pwrite(2, "X", 1, 0);
    (void)!write(9, "X", 1);
}
C
    sed -i 's/cpu_matmul_mine/cpu_matmul_spoils/; s|cpu/mine|cpu/spoils|' spoils.c
    {
        echo marker >&2
        "$speedup" build spoils.c
        "$speedup" list matmul --plugin spoils.so >variants
    } 2>err 9>shell
    [ "$(head -n 1 err)" = marker ]
    [ ! -s shell ]
    [ "$(grep -cxF '\x1b[2J' err)" -ge 2 ]
    grep -q cpu/spoils variants
    run ! grep -q '2J' variants
}

@test "plug-ins are in it without an option, by run, check and compare; also their constructors and cost models" {
    needs_sandbox
    sed 's/leaves_process/mine/' "$root/tests/variants/cpu/matmul/leaves_process.c" >mine.c
    CFLAGS="-O1 -I$root" "$speedup" build mine.c 2>/dev/null
    "$speedup" run matmul --plugin mine.so --variant cpu/mine "${once[@]}" >/dev/null
    run -1 env LEAVES=file "$speedup" run matmul --plugin mine.so --variant cpu/mine "${once[@]}"
    [[ "$(query s.csv "SELECT detail FROM rows ORDER BY rowid DESC LIMIT 1")" == "ended by the sandbox while it ran: it opened a file for writing"* ]]
    reports 1 "ended by the sandbox while it ran: it started a process" env LEAVES=child "$speedup" check matmul --plugin mine.so --size 8 --type int32 --quiet
    run env LEAVES=socket "$speedup" compare --interleave --plugin mine.so mine.so -- matmul --variant cpu/mine --size 8 --type int32
    [[ "$output" == *"ended by the sandbox while it ran: it opened a socket"* ]]
    [ ! -e kept ]
    echo '#include <fcntl.h>
        __attribute__((constructor)) static void make(void) { open("kept", O_CREAT | O_WRONLY, 0600); }' | cat - mine.c >early.c
    CFLAGS="-O1 -I$root" run "$speedup" build early.c
    [ "$status" -ne 0 ]
    [[ "$output" == *"ended by the sandbox while it was loaded: it opened a file for writing"* ]]
    "$speedup" new area 2>/dev/null
    sed -i 's|#include "common/workload.h"|#include <fcntl.h>\n&|; s|^static double work(.*|&|' area.c
    awk '/^static double work\(/ { inside = 1 } { print } inside && /^{/ { print "    open(\"kept\", O_CREAT | O_WRONLY, 0600);"; inside = 0 }' area.c >area2.c
    mv area2.c area.c
    run "$speedup" build area.c
    [ "$status" -ne 0 ]
    [[ "$output" == *".work, .extent or .type of area crashed"* ]]
    [ ! -e kept ]
}

@test "threads, libraries, prints and the file of a graph's result go on working in it" {
    needs_sandbox
    # The patterns select what this build has.
    "$wrong" check matmul --sandbox --variant 'cpu/openm*p,cpu/bla*s,cpu/packed' --type float32 --size 33 --threads 2 --quiet
    run -0 "$wrong" run matmul --sandbox --variant cpu/prints "${once[@]}"
    [[ "$output" == *noise* ]]
    rm s.csv
    "$speedup" graph --size 50 --edges 300 --out g.bin
    "$speedup" run apsp --sandbox --variant 'cpu/openm*p,cpu/naive' --graph g.bin --threads 2 --oversubscribe --rounds 1 --max-samples 1 --quiet --out s.csv
    [ "$(query s.csv "SELECT DISTINCT status, output_s > 0 FROM rows")" = 'ok|1' ]
}

@test "--sandbox: several processes are skipped with the reason, programs refused" {
    needs_sandbox
    refused 2 '--sandbox does not apply to --command' "$speedup" run --command 'true {n}' --size 3 --sandbox --out s.csv
    "$speedup" list matmul --csv | grep -q '^matmul,cpu/summa,.*,yes,' || return 0
    "$speedup" run matmul --sandbox --variant cpu/summa --ranks 1 --threads 1 "${once[@]}" >/dev/null
    [[ "$(query s.csv "SELECT status || ': ' || detail FROM rows")" == "skipped: --sandbox: several processes need sockets"* ]]
}

@test "without seccomp --sandbox is an error, and a plug-in runs with one line that says so" {
    needs_sandbox
    run -2 without "$speedup" run matmul --sandbox --variant cpu/naive "${once[@]}"
    [ "$output" = "speedup: --sandbox: the kernel or the container allows no seccomp filters; leave it out, and run code that you do not trust in a virtual machine" ]
    make_plugin mine
    run -0 --separate-stderr without "$speedup" check matmul --plugin mine.so --size 8,9
    [[ "$output" == '10 points right'* ]]
    # shellcheck disable=SC2154  # of bats
    [ "$(grep -c 'plug-ins run without the sandbox: the kernel or the container' <<<"$stderr")" -eq 1 ]
}

@test "the program has full RELRO, and with the default flags checked functions and stacks, which timed code has not" {
    grep -q "CFLAGS='-O3 -g' LDFLAGS='-Wl,-z,relro,-z,now'" "$build/config.key" || skip "built with other flags"
    [[ "$(readelf -dlW "$speedup")" == *GNU_RELRO*NOW* ]]
    [ "$(nm "$build/obj/common/text/text.o" | grep -cE ' U __(stack_chk_fail|vsnprintf_chk)')" -eq 2 ]
    [[ "$(nm "$build"/obj/cpu/*/*.o)" != *_chk* ]]
}

@test "a cpu/ variant that uses a GPU gets an error with the remedy, however it ends" {
    needs_sandbox
    echo 'int cuInit;' | cc -shared -fPIC -x c - -o libcuda.so.1
    make_plugin mine 's/^static int run(const Task \*task)$/&\n{\n    if (dlopen("libcuda.so.1", RTLD_NOW) == NULL)\n        return 0;\n    if (getenv("EXITS") != NULL)\n        exit(3);\n    return -1;\n}\nint run_naive(const Task *task)/; 1i #include <dlfcn.h>\n#include <stdlib.h>'
    for way in '' EXITS=1; do
        reports 1 "it uses a GPU; name it gpu/NAME, with VARIANT_HOST_POINTERS where run() takes host memory" env $way LD_LIBRARY_PATH="$PWD" "$speedup" check matmul --plugin mine.so --size 8 --type int32 --quiet
    done
}
