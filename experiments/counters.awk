# Rows of counters.csv from the log that ncu writes with --csv. Needs experiments/csv.awk and ncu.awk before it.
# -v row= begins each row, -v run= ends it; -v list=1 prints ncu's names of the metrics instead, for its --metrics.

# Our name, ncu's name, factor, unit. A wavefront of shared memory is 128 bytes.
function metric_is(name, ncu, factor, unit) {
    metrics = metrics (metrics == "" ? "" : ",") ncu
    name_of[ncu] = name
    factor_of[ncu] = factor
    unit_of[ncu] = unit
}

BEGIN {
    metric_is("time_s", "gpu__time_duration.sum", 1e-9, "s")
    metric_is("gld_gbs", "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second", 1e-9, "GB/s")
    metric_is("gst_gbs", "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second", 1e-9, "GB/s")
    metric_is("gld_sectors_per_request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", 1, "sectors")
    metric_is("gst_sectors_per_request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", 1, "sectors")
    metric_is("shared_load_gbs", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum.per_second", 128e-9, "GB/s")
    metric_is("shared_store_gbs", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum.per_second", 128e-9, "GB/s")
    metric_is("bank_conflicts_load", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 1, "conflicts")
    metric_is("bank_conflicts_store", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 1, "conflicts")
    metric_is("occupancy_percent", "sm__warps_active.avg.pct_of_peak_sustained_active", 1, "%")
    metric_is("integer_gops", "smsp__sass_thread_inst_executed_op_integer_pred_on.sum.per_second", 1e-9, "GOP/s")
    metric_is("float_gops", "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum.per_second", 1e-9, "GOP/s")
    metric_is("dram_gbs", "dram__bytes.sum.per_second", 1e-9, "GB/s")
    if (list) {
        print metrics
        exit
    }
}

measured() {
    kernel = field[column["Kernel Name"]]
    sub(/^void /, "", kernel)
    gsub(/<unnamed>::|\(anonymous namespace\)::/, "", kernel)
    sub(/[(<].*/, "", kernel)
    if ((metric in name_of) && !((kernel, metric) in seen)) {
        seen[kernel, metric] = 1
        printf "%s,%s,%s,%.9g,%s,%s\n", row, kernel, name_of[metric], value * factor_of[metric], unit_of[metric], run
    }
}
