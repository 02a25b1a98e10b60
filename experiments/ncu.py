"""Rows of counters.csv or profiler.csv from the log that ncu writes with --csv.

    ncu.py metrics                   ncu's names of the counters, for its --metrics
    ncu.py counters ROW RUN <LOG     the counters of the first launch of each kernel; ROW begins each row, RUN ends it
    ncu.py profiler ROW CLOCK <LOG   time and SM clock of each launch; CLOCK is ncu's name of the metric of the SM clock in Hz
"""
import csv
import re
import sys

# ncu's name, our name, factor, unit. A wavefront of shared memory is 128 bytes.
COUNTERS = (
    ('gpu__time_duration.sum', 'time_s', 1e-9, 's'),
    ('l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second', 'gld_gbs', 1e-9, 'GB/s'),
    ('l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second', 'gst_gbs', 1e-9, 'GB/s'),
    ('l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio', 'gld_sectors_per_request', 1, 'sectors'),
    ('l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio', 'gst_sectors_per_request', 1, 'sectors'),
    ('l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum.per_second', 'shared_load_gbs', 128e-9, 'GB/s'),
    ('l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum.per_second', 'shared_store_gbs', 128e-9, 'GB/s'),
    ('l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 'bank_conflicts_load', 1, 'conflicts'),
    ('l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 'bank_conflicts_store', 1, 'conflicts'),
    ('sm__warps_active.avg.pct_of_peak_sustained_active', 'occupancy_percent', 1, '%'),
    ('smsp__sass_thread_inst_executed_op_integer_pred_on.sum.per_second', 'integer_gops', 1e-9, 'GOP/s'),
    ('smsp__sass_thread_inst_executed_op_fp32_pred_on.sum.per_second', 'float_gops', 1e-9, 'GOP/s'),
    ('dram__bytes.sum.per_second', 'dram_gbs', 1e-9, 'GB/s'),
)


def measured():
    """(launch, kernel, metric, value) of each row of the log; its other lines are messages."""
    for cells in csv.DictReader(line for line in sys.stdin if line.startswith('"')):
        number = re.match(r'[\d.]+(e[-+]?\d+)?', cells['Metric Value'].replace(',', ''))  # a metric without a value has a text
        kernel = re.sub(r'^void |<unnamed>::|\(anonymous namespace\)::', '', cells['Kernel Name'])
        yield int(cells['ID']), re.split('[(<]', kernel)[0], cells['Metric Name'], float(number[0]) if number else 0.0


def counters(row, run):
    first = {}
    for _, kernel, metric, value in measured():
        first.setdefault((kernel, metric), value)
    known = {metric: rest for metric, *rest in COUNTERS}
    for (kernel, metric), value in first.items():
        if metric in known:
            name, factor, unit = known[metric]
            print(f'{row},{kernel},{name},{value * factor:.9g},{unit},{run}')


def profiler(row, clock):
    launches = {}
    for launch, _, metric, value in measured():
        launches.setdefault(launch, {})[metric] = value
    for launch, values in launches.items():
        print(f'{row},{launch + 1},{values.get("gpu__time_duration.sum", 0) * 1e-9:.9g},{values.get(clock, 0) * 1e-6:.6g}')


def metrics():
    print(','.join(metric for metric, *_ in COUNTERS))


if __name__ == '__main__':
    {'metrics': metrics, 'counters': counters, 'profiler': profiler}[sys.argv[1]](*sys.argv[2:])
