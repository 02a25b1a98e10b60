#!/usr/bin/env bats
# What remains of a samples file after a crash of the process or the machine, and its repair.

load helpers

@test "a crash of the machine after any write loses no row that was forced to the disk, and the run completes" {
    command -v strace >/dev/null || skip 'strace is not installed'
    sweep=("$speedup" run matmul --variant cpu/naive --size "8,9" --out d/samples.csv "${quick[@]}")
    strace -f -y -x -s 9999 -e trace=openat,write,fsync,fdatasync,ftruncate -o log "${sweep[@]}" >/dev/null || skip 'strace may not trace here'
    cp d/samples.csv whole.csv
    # Each state is a file: the synced bytes, then the unsynced ones lost, half written, written or as zeros.
    python3 - <<'END'
import os, re
written = synced = b''
states, syncs, folder = {}, 0, False  # each with the most that was synced before it
for line in open('log', encoding='latin-1'):
    match = re.search(r'(write|fsync|fdatasync|ftruncate)\(\d+<([^>]*)>(?:, "(.*)", \d+)?.*= (\d+)$', line)
    if not match:
        continue
    call, path, text, result = match.groups()
    folder = folder or (call == 'fsync' and path.endswith('/d'))
    if not path.endswith('/samples.csv'):
        continue
    assert call != 'ftruncate', line
    if call == 'write':
        assert folder or not written, 'rows were written before the folder was forced to the disk'
        data = text.encode('latin-1').decode('unicode_escape').encode('latin-1')
        assert len(data) == int(result), line
        written += data
    else:
        synced, syncs = written, syncs + 1
    tail = written[len(synced):]
    states.update({synced + more: synced for more in (b'', tail[:len(tail) // 2], tail, bytes(len(tail)))})
os.makedirs('states')
for number, (state, before) in enumerate(states.items()):
    open(f'states/{number:03}.csv', 'wb').write(state)
    open(f'states/{number:03}.synced', 'wb').write(before)
assert written == open('whole.csv', 'rb').read() == synced
assert syncs >= 4, 'the last row of a batch is forced to the disk'
END
    [ "$(find states -name '*.csv' | wc -l)" -gt 20 ]
    for state in states/*.csv; do
        cp "$state" d/samples.csv
        "${sweep[@]}" >/dev/null 2>err || { echo "$state"; cat err; return 1; }
        grep -vxFf d/samples.csv "${state%.csv}.synced" >lost || true
        [ ! -s lost ] || { echo "$state"; cat lost; return 1; }
        [ "$(query d/samples.csv "SELECT count(DISTINCT n) FROM rows WHERE stop = 'rounds'")" = 2 ] || { echo "$state"; return 1; }
        "$speedup" summarize d/samples.csv >/dev/null 2>err
        [ ! -s err ]
    done
}

@test "zero bytes in the middle are named, and one command repairs the folder, once" {
    "$speedup" run matmul --variant cpu/naive --size 8,9 --out d/samples.csv --experiment one "${quick[@]}" >/dev/null
    cp d/samples.csv whole.csv
    line3=$(head -n 2 d/samples.csv | wc -c)
    dd if=/dev/zero of=d/samples.csv bs=1 seek=$((line3 + 5)) count=40 conv=notrunc status=none
    refused 2 'd/samples.csv:3: 40 zero bytes, as a power failure leaves them; speedup repair d/samples.csv' "$speedup" summarize d
    run -0 "$speedup" repair d
    [ "${lines[0]}" = 'd/samples.csv: kept 7 rows, moved 1 damaged line to d/samples.csv.damaged' ]
    [ "${lines[1]}" = 'd/members.csv: nothing to repair in 2 rows' ]
    sed 3d whole.csv | cmp - d/samples.csv
    cp d/samples.csv repaired
    ls -i d >before
    [ "$("$speedup" repair d | grep -c 'nothing to repair')" = 2 ]
    ls -i d | cmp before -
    cmp repaired d/samples.csv
    # Damaged lines are added to those of earlier repairs.
    sed -i '4s/,ok,/,no,/' d/samples.csv
    "$speedup" repair d/samples.csv
    [ "$(wc -l <d/samples.csv.damaged)" = 2 ]
    # A damaged header is replaced, a file in use is not.
    sed -i '1s/kernel_s/kernel_t/' d/samples.csv
    refused 2 'd/samples.csv:1: a column is unknown: the header is damaged; speedup repair d/samples.csv' "$speedup" summarize d
    refused 2 'another speedup run is writing to d/samples.csv; wait for it' flock d/samples.csv "$speedup" repair d/samples.csv
    "$speedup" repair d
    head -n 1 whole.csv | cmp - <(head -n 1 d/samples.csv)
    # A file whose header did not reach the disk.
    head -c 300 /dev/zero >zeros.csv
    refused 2 'zeros.csv:1: 300 zero bytes, as a power failure leaves them; speedup repair zeros.csv' "$speedup" summarize zeros.csv
    [ "$("$speedup" repair zeros.csv)" = 'zeros.csv: kept 0 rows, moved 1 damaged line to zeros.csv.damaged' ]
    cmp zeros.csv <(head -n 1 whole.csv)
}
