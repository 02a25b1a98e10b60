"""The numbers of a report's first page and of the chapters of the course reports, from raw rows alone: recompute.py RESULTS [REFERENCE]

Reads samples.csv, members.csv and the published figures, and forms the numbers of every sentence and cell by the definitions of
docs/measuring.md, without the program and without the report's queries. Names of variants and directions are checked with them, so each
number is that of the point that it should be of. RESULTS/report.md must have all of them and no other. Only verdicts are counted in
tables/claims.csv. What no committed folder has, such as several hosts, has no rule here, and its numbers are faults.
"""
import collections
import csv
import functools
import itertools
import math
import pathlib
import re
import statistics
import sys

REPORT = pathlib.Path(__file__).resolve().parents[2] / 'report'
IDENTITY = '''machine host workload type n variant threads schedule block tile edges graph matrices transfer iterations places bind cache seed
    devices ranks shape'''.split()
WORK = 'machine host workload type n edges graph matrices iterations cache seed shape'.split()
WORKLOADS = {'matmul': 'multiply_add', 'transpose': 'copy', 'apsp': 'add_min'}  # and their ceilings
EXAMPLES = 'spmv', 'stencil'  # their data fit the cache: no share of a copy
AMOUNTS = {'matmul': (2, 3), 'multiply_add': (2, 3), 'transpose': (8, 2), 'copy': (8, 2), 'apsp': (1, 3), 'add_min': (1, 3), 'add_min_packed': (2, 3),
           'stencil': (10 * 8, 2)}
TOKEN = re.compile(r'[cg]pu/\w+(?: \((?:spread|\w+:\d+)\))?|(?<![\w.=])\d+(?:\.\d+)?(?!\w)|±|no interval|two runs|slower|undecided|superlinear|none')


# ---- statistics ----

@functools.lru_cache(maxsize=None)
def student(freedom):
    """The t that 5 % exceed, up or down: the area under Student's density, with t = sqrt(freedom) tan(angle), by Simpson's rule."""
    def area(angle):
        return angle / 300 * sum(math.cos(angle * i / 100) ** (freedom - 1) * (1 if i in (0, 100) else 4 if i % 2 else 2) for i in range(101))
    wanted = 0.95 * math.exp(math.lgamma(freedom / 2) - math.lgamma(freedom / 2 + 0.5)) * math.sqrt(math.pi) / 2
    angle = wanted
    for _ in range(9):  # by Newton's method, from below, as the density falls
        angle += (wanted - area(angle)) / math.cos(angle) ** (freedom - 1)
    return math.sqrt(freedom) * math.tan(angle)


class Value(collections.namedtuple('Value', 'value low high apart')):
    """A measured number; low and high are None without an interval. apart: a ratio whose sides have no round in common."""

    def map(self, function):
        ends = sorted(map(function, (self.low, self.high))) if self.low else (None, None)
        return Value(function(self.value), *ends, self.apart)

    def __mul__(self, factor):
        return self.map(lambda value: value * factor)

    @property
    def share(self):
        """Half of the interval over the value."""
        return (self.high - self.low) / 2 / self.value if self.low else math.inf

    def __str__(self):
        """Two digits of a half-width that begins with 1 to 3, otherwise one; the value to the same place; beyond 30 % the ends."""
        if self.share > 0.3:
            return digits(self.value, 2) + (f' ({digits(self.low, 2)} to {digits(self.high, 2)})' if self.low else ' (no interval)')
        half = self.value * max(self.share, 1e-6)
        first = math.floor(math.log10(half))
        places = (half < 4 * 10 ** first) - first
        return ' ± '.join(f'{round(number, places):.{max(places, 0)}f}' for number in (self.value, half))


def digits(value, count):
    places = count - 1 - int(f'{value:.{count - 1}e}'.split('e')[1])
    return f'{round(value, places):.{max(places, 0)}f}'


def rounded(value):
    """Three digits, but none before the point is cut."""
    return digits(value, max(3, len(str(int(value)))))


def faster(times):
    return (f'{times.map(lambda value: 1 / value)} slower' if times.low and times.high < 1 else str(times)) + marked(times)


def marked(*times):
    """A ratio whose sides have no round in common says so; so none is on the first page, where nothing says it."""
    return ' two runs' * any(each.apart for each in times)


def around(log, error=0.0, freedom=1, claimed=False, apart=False):
    ends = [math.exp(log + sign * student(freedom) * error) for sign in (-1, 1)] if claimed else (None, None)
    return Value(math.exp(log), *ends, apart)


def estimate(times):
    """The geometric mean of the rounds' medians; Student's t over their logarithms from five rounds on."""
    logs = [math.log(time) for time in times]
    few = len(logs) < 5
    return around(statistics.fmean(logs), 0 if few else statistics.stdev(logs) / math.sqrt(len(logs)), len(logs) - 1, not few)


@functools.lru_cache(maxsize=None)
def ratio(above, below, clock='kernel_s'):
    """Round by round where five rounds of one run are common, otherwise by Welch's t over both."""
    a, b = above.rounds(clock), below.rounds(clock)
    common = sorted(a.keys() & b.keys()) if above.run == below.run else []
    if len(common) >= 5:
        return estimate([a[number] / b[number] for number in common])
    logs = [[math.log(time) for time in side.values()] for side in (a, b)]
    mean = statistics.fmean(logs[0]) - statistics.fmean(logs[1])
    if min(map(len, logs)) < 5:
        return around(mean, apart=not common)
    parts = [statistics.variance(side) / len(side) for side in logs]
    freedom = sum(parts) ** 2 / sum(part ** 2 / (len(side) - 1) for part, side in zip(parts, logs))
    return around(mean, math.sqrt(sum(parts)), freedom, True, not common)


# ---- points ----

class Point:
    """The samples of one point, of its newest run and build."""

    def __init__(self, rows, experiments):
        self.rows, self.run, self.experiments = rows, rows[0]['run'], experiments
        self.__dict__.update((name, rows[0].get(name) or '') for name in IDENTITY)
        self.n, self.threads, self.matrices, self.iterations = (int(getattr(self, name) or 1) for name in ('n', 'threads', 'matrices', 'iterations'))
        self.kind = self.variant[:3] + ('s' if self.devices else ' ranks' if self.ranks else '')
        self.work = tuple(getattr(self, name) for name in WORK)
        self.code = self.work, self.kind, self.variant, self.schedule, self.block, self.tile, self.transfer
        self.label = self.variant + ' (spread)' * (self.bind == 'spread') + f' ({self.schedule})' * (self.schedule not in ('', 'static'))
        self.right = all(row['status'] in ('ok', 'reduced') for row in rows)
        self.regular = self.iterations == 1 and not self.graph and self.cache in ('', 'warm')

    @functools.lru_cache(maxsize=None)
    def rounds(self, clock):
        times = collections.defaultdict(list)
        for row in self.rows:
            times[int(row['round'])].append(float(row[clock]))
        return {number: statistics.median(times[number]) for number in sorted(times)}

    @functools.lru_cache(maxsize=None)
    def time(self, clock='kernel_s'):
        return estimate(self.rounds(clock).values())

    @property
    def amount(self):
        """Operations or bytes, in 10^9."""
        if self.workload == 'spmv':  # an entry is a value and a column, a row an offset and an element of each vector
            element = {'float32': 4, 'float64': 8}[self.type]
            return 1e-9 * (int(self.edges) * (element + 4) + (self.n + 1) * 4 + 2 * self.n * element) * self.iterations
        factor, power = AMOUNTS[self.workload]
        return 1e-9 * factor * self.n ** power * self.matrices * self.iterations

    def rate(self):
        return self.time().map(lambda time: self.amount / time)


def rows_of(path):
    if not path.exists():
        return []
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(line for line in file if not line.startswith('#')))


@functools.lru_cache(maxsize=None)
def points_of(folder):
    """For each point the rows of the run and build that come last. A copy of a sample counts once."""
    groups, newest, experiments = collections.defaultdict(dict), {}, collections.defaultdict(set)
    for row in rows_of(folder / 'samples.csv') + rows_of(folder / 'members.csv'):
        key = tuple(row.get(name) or '' for name in IDENTITY)
        experiments[key].update(row['experiment'].split(';'))
        if 'run' in row:
            newest[key] = key + (row['run'], row['build'])
            groups[newest[key]][int(row['sample'])] = row
    return [Point([groups[name][number] for number in sorted(groups[name])], experiments[key]) for key, name in newest.items()]


def standing(sizes):
    """The largest size; the largest that is no multiple of 64 if it is within a factor of four."""
    odd = max([n for n in sizes if n % 64], default=0)
    return odd if 4 * odd >= max(sizes) else max(sizes)


class Study:
    """gpus: the points of one GPU, of this machine or lent by the reference. Those of shapes are counted only."""

    def __init__(self, folder, reference=None):
        self.folder, self.counted = folder, points_of(folder)
        self.tried = [p for p in self.counted if not p.shape]
        self.here = [p for p in self.tried if p.right]
        self.gpus = [p for p in self.tried if p.kind == 'gpu'] or [p for p in points_of(reference or folder) if p.kind == 'gpu' and not p.shape]

    def of(self, experiment, published_n=None, **wanted):
        """The points of an experiment, at the published size if it was measured, else at the largest."""
        found = [p for p in (self.gpus if wanted.get('kind') == 'gpu' else self.here) if experiment in p.experiments and p.right]
        size = max((p.n for p in found), key=lambda n: (n == published_n, n), default=0)
        return [p for p in found if (not published_n or p.n == size) and all(getattr(p, name) == value for name, value in wanted.items())]

    def over(self, point, variant=None):
        """The time of one thread, of another variant or of the same code, over that of a point; of the same binding, or the default one."""
        found = [p for p in self.here if p.threads == 1 and not p.devices and
                 ((p.work, p.kind, p.variant) == (point.work, 'cpu', variant) if variant else p.code == point.code)]
        one = min(found, key=lambda p: (not variant and p.bind != point.bind, p.bind != 'close', not p.time().low, p.time().value), default=None)
        return one and ratio(one, point)

    @functools.lru_cache(maxsize=None)
    def plain(self, workload, kind, type_):
        """The points that are compared, by size: of the edges that most variants were tried on. No size where a faster leader of another one
        within a factor of four was not tried."""
        tried, kept = collections.defaultdict(lambda: collections.defaultdict(dict)), {}
        points = [p for p in (self.gpus if kind == 'gpu' else self.tried) if (p.workload, p.kind, p.type, p.regular) == (workload, kind, type_, True)]
        for p in points:
            rates = tried[p.n][p.edges]
            rates[p.variant] = max(rates.get(p.variant, 0), p.rate().value if p.right else 0)
        most = {n: max(tried[n].items(), key=lambda each: (len(each[1]), int(each[0] or 0))) for n in tried}
        for n, (edges, rates) in most.items():
            near = [others for m, (_, others) in most.items() if n <= 4 * m and m <= 4 * n and max(others.values()) > max(rates.values())]
            if all(max(others, key=others.get) in rates for others in near):
                kept[n] = [p for p in points if (p.n, p.edges, p.right) == (n, edges, True)]
        return kept

    def cpu(self, workload, type_):
        return [p for points in self.plain(workload, 'cpu', type_).values() for p in points if p.matrices == 1]

    def best(self, workload, type_):
        """The fastest CPU point of each size, if it has an interval."""
        fastest = {p.n: p for p in sorted(self.cpu(workload, type_), key=lambda p: -p.time().value)}
        return {n: p for n, p in fastest.items() if p.time().low}

    def answer(self, workload):
        """Of a workload's sentence: the fastest point at its size, the same code on all threads, and whether there is a speedup: the size is the
        standing one of those at which both and one thread have half-widths up to 30 % and common rounds, else at which the fastest has."""
        types = {p.type for p in self.here if p.workload == workload and p.kind == 'cpu'}
        for type_ in sorted(types, key=lambda name: (-len({p.variant for p in self.cpu(workload, name)}), name)):
            cpu, found = self.cpu(workload, type_), {True: {}, False: {}}
            for n, best in self.best(workload, type_).items():
                line = {(p.n, p.threads): p for p in cpu if (p.label, p.block, p.tile) == (best.label, best.block, best.tile)}
                full, one = (point if point and point.time().share <= 0.3 else None for point in
                             (line.get((n, max(threads for _, threads in line))), line.get((n, 1))))
                if best.time().share <= 0.3 and 8 * n >= standing({p.n for p in cpu}):
                    found[bool(full and one) and not ratio(one, full).apart][n] = best, full or best
            for scaled, sizes in found.items():
                if sizes:
                    return *sizes[standing(sizes)], scaled
        return None, None, False

    def contest(self, best, transfers, clock):
        """The best GPU point of a way to transfer, of one run if there is one, and the CPU's time over that of one of its matrices."""
        found = [g for g in self.plain(best.workload, 'gpu', best.type).get(best.n, [])
                 if g.edges == best.edges and re.match(transfers, g.transfer) and (g.matrices > 1) == (transfers == 'overlap')]
        times = {g: ratio(best, g, clock) * g.matrices for g in found}
        times = {g: each._replace(apart=each.apart and g.machine == best.machine) for g, each in times.items()}
        gpu = min(found, key=lambda g: (times[g].apart, g.time(clock).value / g.matrices), default=None)
        return (gpu, times[gpu]) if gpu and times[gpu].low else None

    def ceilings(self, point, packed=('',)):
        """The points of the ceiling with the same threads, the best last: copies of half to twice as many bytes, of the nearest size, for data
        beyond the cache; or what computes of the same type by vectors, of the same size or the highest."""
        names, beyond = [WORKLOADS[point.workload] + suffix for suffix in packed], 'fits-cache' not in point.rows[-1].get('flags', '')
        found = [p for p in self.here if p.workload in names and p.kind == 'cpu' and p.threads == point.threads
                 and (0.5 <= (p.n / point.n) ** 2 <= 2 and beyond if p.workload == 'copy' else (p.type, p.variant) == (point.type, 'cpu/registers'))]
        return sorted(found, key=lambda p: (-abs(p.n - point.n) if p.workload == 'copy' else p.n == point.n, p.rate().value))


# ---- the first page ----

def crossing(contests, end):
    """The n at which the ratio passes 1 for good, on logarithmic axes; 0: at every size, None: not at the largest."""
    line = [(n, getattr(times, end)) for n, (_, times) in sorted(contests.items())]
    last = max((i for i, (_, times) in enumerate(line) if times < 1), default=None)
    if last in (None, len(line) - 1):
        return 0 if last is None else None
    (n, low), (more, high) = line[last:last + 2]
    return n * (more / n) ** (math.log(1 / low) / math.log(high / low))


def wins(study, best):
    for transfers in ('pageable', 'pinned', 'overlap'):
        contests = {n: study.contest(p, transfers, 'total_s') for n, p in study.best(best.workload, best.type).items()}
        contests = {n: found for n, found in contests.items() if found and not found[1].apart}
        if len(contests) > 1:
            least, most = min(contests), max(contests)
            at, low, high = (crossing(contests, end) for end in ('value', 'high', 'low'))
            names = [str(least if end == 0 else rounded(end)) for end in (at, low, high) if end is not None]
            if at is None:
                names = [] if all(times.value < 1 for _, times in contests.values()) else ['undecided'] * (low is not None) + [str(most)]
            yield ' '.join(names if low or high else names[:1]) + f' {contests[most][0].matrices}' * (transfers == 'overlap')


def recommended(study, best):
    """The most threads with an efficiency of 70 %, of four counts in one run at least; of the largest size that has them, if this one has not."""
    lines = collections.defaultdict(dict)
    for p in study.here:
        gain = (p.workload, p.type, p.label) == (best.workload, best.type, best.label) and study.over(p)
        if gain and not gain.apart:
            lines[p.n][p.threads] = gain
    sizes = [n for n, line in lines.items() if len(line) >= 4]
    if sizes:
        n = best.n if best.n in sizes else max(sizes)
        ends = [max(t for t, gain in lines[n].items() if t == 1 or (getattr(gain, end) or 0) >= 0.7 * t) for end in ('low', 'high')]
        yield (f'{ends[0]}' if ends[0] == ends[1] else f'undecided {ends[0]} {ends[1]}') + f' {n}' * (n != best.n)


def energy(study, best, kind):
    """J per result, of rounds as long as the counter needs, of the point that needs the least an operation."""
    found = {}
    for p in study.of('energy', workload=best.workload, type=best.type, kind=kind, matrices=1):
        long = [number for number, time in p.rounds('total_s').items() if time >= (1 if kind == 'gpu' else 0.1)]
        joules = [statistics.fmean(float(row['energy_j']) for row in p.rows if int(row['round']) == number) / p.iterations for number in long]
        if len(joules) >= 5:
            found[p] = estimate(joules)
    least = min(found, key=lambda p: found[p].value * p.iterations / p.amount, default=None)
    return f'{found[least]} {least.n}' if least else ''


def rows_of_table(study, best, full, scaled, tied, share):
    """The cells of Table 1 in a workload's column, by the words that begin their row."""
    yield 'type and size', f'{best.n}'
    yield 'best variants', ' '.join([best.label, str(best.threads), *tied])
    if scaled and full.threads > 1:
        yield 'speedup on', f'{study.over(full)} {full.threads}'
        yield 'efficiency on', f'{study.over(full) * (1 / full.threads)}'
    yield 'share of the ceiling', share
    for text in recommended(study, best):
        yield 'recommended', text
    yield 'energy of a result, CPU', energy(study, best, 'cpu')


def page_one(study, verdicts):
    rows, right, columns = [p.rows[-1] for p in study.counted], [p for p in study.counted if p.right], []
    first, last = min(p.run for p in study.counted)[:16], max(row['started'] for row in rows)[:16]
    counts = [len(p.rounds('kernel_s')) for p in right]
    yield ' '.join(re.findall(r'\d+', f'{first} {last}')) + f' {len(right)} {statistics.mode(counts)} {sum(len(p.rows) for p in right)}'
    unsure = 0
    for name in [*WORKLOADS, *EXAMPLES]:
        best, full, scaled = study.answer(name)
        counts = {p.threads for p in study.here if p.workload == name and p.kind == 'cpu'}
        unsure += not scaled and 1 in counts and len(counts) > 1
        if not best:
            continue
        bound = (study.ceilings(best, ['_packed' * (best.variant == 'cpu/int16')]) or [None])[-1] if name in WORKLOADS else None
        share = bound and ratio(bound, best) * (100 * best.amount / bound.amount)
        is_bounded = share and share.share <= 0.3 and share.high < 100
        share = str(share) if share and share.share <= 0.3 else ''
        rivals = sorted((p for p in study.here if p.work == best.work and p.kind == 'cpu' and p.time().low and p.label != best.label),
                        key=lambda p: (p.time().value, p.label))
        tied = list(dict.fromkeys(p.label for p in rivals if ratio(p, best).low <= 1))
        also = sorted(str(p.threads) for p in study.here if (p.work, p.label) == (best.work, best.label) and p is not best and p.time().low and ratio(p, best).low <= 1)
        text = f'{best.n} ' + (f'{best.threads} {best.label} {faster(study.over(best))}' if scaled and best.threads > 1 else ' '.join([best.label, str(best.threads), *also]))
        others = [full.threads, faster(study.over(full))] if scaled and full is not best else []
        text = ' '.join(map(str, [text, best.rate(), share, *others, *tied]))
        column = dict(rows_of_table(study, best, full, scaled, tied, share))
        bests = study.best(name, best.type)
        kernels = {n: study.contest(p, '', 'kernel_s') for n, p in bests.items() if n <= best.n}
        against = max((n for n, found in kernels.items() if found and not found[1].apart), default=None)
        if against:
            (gpu, kernel), (copier, copies) = kernels[against], study.contest(bests[against], 'pageable', 'total_s')
            text += f' {faster(kernel)} ' + f'{bests[against].label} {bests[against].threads} {against} ' * (against != best.n) + f"{faster(copies)} {' '.join(wins(study, best))}"
            column['energy of a result, GPU'] = energy(study, best, 'gpu')
            copied = [estimate(copier.rounds(clock).values()) for clock in ('h2d_s', 'd2h_s')]
            gain, elsewhere = ratio(bests[against], copier), f' {against}' * (against != best.n)
            uses = [math.ceil(sum(getattr(each, end) for each in copied) / copier.time().value / (getattr(gain, other) - 1))
                    for end, other in (('value', 'value'), ('low', 'high'), ('high', 'low')) if getattr(gain, other) > 1]
            column['break-even'] = (' '.join(map(str, uses if uses[0] != uses[-1] else uses[:1])) if gain.value > 1 else 'never') + elsewhere
            line = [p.time().value for p in study.here if (p.code, p.bind) == (bests[against].code, bests[against].bind)]
            if len(line) > 1 and min(line) > bests[against].time().value / kernel.low:
                column['equivalent threads'] = f'{full.threads}{elsewhere}'
        yield text
        if name in EXAMPLES:
            continue
        columns.append(column)
        yield f'{best.threads} {bound.rate()}' if is_bounded else ''
    yield from (' '.join(column.get(key, '') for column in columns) for key in dict.fromkeys(key for column in columns for key in column))
    yield '30' * bool(unsure)  # %: not precise enough for a sentence
    yield from several(study)
    shares = [[100 * p.time().share for p in study.here if p.time().low and p.variant.startswith(kind)] for kind in ('cpu', 'gpu')]
    yield ' '.join(['± 95'] + [f'± {digits(statistics.median_low(each), 2)}' for each in shares if each])
    tests = {(row['question'], float(row['slower'])): 100 * float(row['share']) for row in rows_of(study.folder / 'self-test.csv')}
    if tests:
        held, alarms, found, others, apart = (digits(tests[key], 2) if tests[key] else '0' for key in
                                              (('interval', 0), ('interleaved', 0), ('interleaved', 0.03), ('sequential', 0), ('sequential', 0.1)))
        yield f'{held} {alarms} 3 {found} {others} 10 {apart}'
    skipped = sum(row['status'] == 'skipped' for row in rows)
    yield f'{sum(not p.time().low for p in right)} {len(right)}' + f' {skipped}' * bool(skipped)
    decided = [(verdict, judged == 'here') for verdict, judged in verdicts if verdict in ('exceeded', 'reproduced', 'short')]
    here, there = [verdict for verdict, is_here in decided if is_here], sum(not is_here for _, is_here in decided)
    counts = [str(here.count(verdict)) for verdict in sorted(set(here))] + [str(there)] * bool(there)
    yield f"{len(verdicts)} {len(here)} {' '.join(counts)}" if decided else ''


def several(study):
    """From which size on two GPUs are faster than one, computing and with copies, with the variant that computes fastest at the largest."""
    found = collections.defaultdict(list)
    for p in study.here:
        ones = [q for q in study.here if q.code == p.code and q.devices == '1'] if p.devices == '2' and p.workload != 'copy' else []
        found[p.workload, p.type] += [(p, one) for one in ones[:1]]
    for pairs, clock in itertools.product(filter(None, found.values()), ('kernel_s', 'total_s')):
        leader = min((p for p, _ in pairs), key=lambda p: (-p.n, p.time().value))
        line = sorted((p.n, ratio(one, p, clock)) for p, one in pairs if p.variant == leader.variant)
        won = line[max((i + 1 for i, (_, gain) in enumerate(line) if gain.low <= 1), default=0):]
        yield f'{leader.variant} ' * (clock == 'kernel_s') + (f'{won[0][0]} ' if won else '') + (f'{won[0][1]} ' if len(won) > 1 else '') + f'{faster(line[-1][1])} {leader.n}'


# ---- the chapters of the course reports ----

def published(name, column):
    return [float(row[column]) for row in rows_of(REPORT / f'published/{name}.csv')]


def rungs(study, report, published_n):
    """The points of the rungs of a ladder, from the first to the last."""
    for row in rows_of(REPORT / 'published/rungs.csv'):
        if row['report'] == report:
            found = study.of(row['experiment'], published_n, variant=row['variant'])
            yield min(found, key=lambda p: (-p.iterations, p.threads, not p.time().low, p.time().value), default=None)


def report_t(study):
    first, *_, last = rungs(study, 'T', 2048)
    times = published('transpose-cuda', 'time_ms')
    gain = ratio(first, last, 'total_s')
    yield (f"{last.variant} {gain} cpu/naive {marked(gain)} {digits(times[0] / times[-1], 3)} " if gain.low else '') + f'{last.variant} {last.rate()}'


def report_o(study):
    for variant in ('cpu/openmp', 'cpu/transposed'):
        found = [p for p in study.of('openmp-threads', variant=variant) if (gain := study.over(p, 'cpu/naive')) and gain.low]
        for p in sorted(found, key=lambda p: (p.n, p.threads))[-1:]:
            gain, slow = study.over(p, 'cpu/naive'), study.over(p, 'cpu/unoptimized')
            yield f"{p.threads} {variant} {gain} cpu/naive {p.n}{marked(gain)}" + (f' {slow} cpu/unoptimized' if slow and slow.low else '')
    gains = {threads: gain / threads for threads, gain in zip(published('matmul-openmp', 'threads'), published('matmul-openmp', 'speedup'))}
    yield ' '.join(f'{threads:.0f}' for threads in gains if gains[threads] > 1) + f' {digits(max(gains.values()), 3)}'
    shares = {p: study.over(p, 'cpu/naive') for p in study.of('openmp-threads', variant='cpu/openmp') if p.threads > 1}
    shares = {p: gain * (1 / p.threads) for p, gain in shares.items() if gain and gain.low}
    p = max(shares, key=lambda p: shares[p].value)
    yield (f'{sum(gain.low > 1 for gain in shares.values())} {len(shares)} {sum(gain.high < 1 for gain in shares.values())} '
           f'{shares[p]} {p.threads} {p.n}{marked(shares[p])}')
    events = collections.defaultdict(dict)
    for row in rows_of(study.folder / 'cachegrind.csv'):
        events[int(row['n']) * (row['variant'] == 'cpu/naive')][row['event']] = float(row['value'])
    shares = ' '.join(f"{digits(100 * events[n]['DLmr'] / events[n]['Dr'], 3)} {n}" for n in sorted(events) if n)
    yield f'cpu/naive {shares} 512' if shares else ''
    *_, last = rungs(study, 'O', 1024)
    if last:
        cpus = sorted((p for p in study.here if p.kind == 'cpu' and p.work == last.work and p.time().low), key=lambda p: p.time().value)
        single, is_led = next(p for p in cpus if p.threads == 1), last.n in study.plain('matmul', 'cpu', 'float32')
        gains = study.over(last, 'cpu/naive'), ratio(single, last), ratio(cpus[0], last), ratio(cpus[0], last, 'total_s')
        if all(gain.low for gain in gains):
            led = f' {gains[1]} {single.variant} {cpus[0].variant} {cpus[0].threads} {gains[2]} {faster(gains[3]._replace(apart=False))}'
            yield f'{last.n} {last.variant} {gains[0]} cpu/naive' + (led if is_led else '') + marked(*gains[:4 if is_led else 1])


def report_f(study):
    line, times = list(rungs(study, 'F', 12000)), published('apsp-ladder', 'time_s')
    yield f'{ratio(line[0], line[-1])}{marked(ratio(line[0], line[-1]))} {line[-1].n} {digits(times[0] / times[-1], 3)}'
    for above, below in zip(line, line[1:]):
        step = ratio(above, below)
        yield f'{below.variant}{" 5" * (step.high >= 1)} {step} {above.variant}{marked(step)}' if step.low and step.high < 1.05 else ''
    best = max(study.of('apsp-blocking-factor'), key=lambda p: p.rate().value)
    yield f'{best.block} {best.rate()} {best.variant} {best.n}'
    for p in study.of('apsp-breakdown', right=True):
        if re.search(r'(p20k1|c21\.1)[^/]*$', p.graph) and p.time().low:
            kernel, total = p.rounds('kernel_s'), p.rounds('total_s')
            yield f'{p.variant} {estimate([kernel[number] / total[number] for number in kernel]) * 100}'


def report_s(study):
    cases = collections.defaultdict(dict)
    for p in study.of('transfer-overlap', kind='gpu'):
        cases[p.n, p.block, p.matrices][p.transfer] = p
    gains = [[ratio(ways[a], ways[b], 'total_s') for a, b in (('pageable', 'pinned'), ('pinned', 'overlap-breadth'))] for (*_, m), ways in cases.items() if m > 1]
    decided = [each for each in gains if all(step.low for step in each)]
    (low, high), (least, most) = ([digits(end, 3) for end in (min(s.low for s in each), max(s.high for s in each))] for each in zip(*decided))
    yield f'{low} {high} 3 {len(decided)} {len(gains)}'
    yield f'{least} {most}'


def report_r(study):
    tiles, blocks = (sorted(study.of(name, 1024), key=lambda p: p.time().value) for name in ('thread-tile', 'shared-block'))
    yield f"{tiles[0].tile} {tiles[0].tile} {tiles[0].time() * 1e3} {min(zip(published('thread-tile', 'mean_ms'), published('thread-tile', 'tile')))[1]:.0f}"
    for p in tiles:
        for q in study.of('event-agreement', variant=p.variant, n=p.n, tile='16', type=p.type):
            yield f'16 {p.time() * 1e3} {q.time() * 1e3}' if p.tile == '16' and p is not q else ''
    slower = ratio(next(p for p in blocks if p.block == '1'), blocks[0])
    yield f'{blocks[0].block} {blocks[0].block} {blocks[0].time() * 1e3} 1 {slower}{marked(slower)}'


# ---- the check ----

def tokens(text):
    return ' '.join(['', *TOKEN.findall(text), ''])


def faults(folder, report, verdicts, reference=None):
    """What the rows give and the report lacks, and what it has besides. verdicts: of all claims, with what they are judged on."""
    study, found = Study(pathlib.Path(folder), reference and pathlib.Path(reference)), []
    prose = ' '.join(re.sub('(?m)^--( note:|   )', '', path.read_text(encoding='utf-8')) for path in [*REPORT.glob('templates/*.md'), *REPORT.glob('queries/*.sql')])
    prose = ' '.join(prose.split())
    for chapter in re.split('(?m)^# ', re.sub(r'\\(?=\W)|speedup \d+\.\d+\.\d+ \(.*?\)', '', report)):
        letter, page = re.match('Report ([TOFSR]):', chapter), chapter.startswith('Scaling study')
        if letter or page:
            lines = [' '.join(line.split()) for line in chapter.splitlines()[1:]]
            kept = [line for line in lines if line not in prose and not re.match(r'!|\*\*(Table|Figure)|<sup>|\d+ of \d+ rows;' + r'|\|' * (not page), line)]
            text = ' ; '.join(map(tokens, kept))
            rules = page_one(study, verdicts) if page else globals()['report_' + letter[1].lower()](study)
            for wanted in sorted(map(tokens, rules), key=len, reverse=True):
                found += [] if wanted in text else [f'{folder}, # {chapter[:9]}, lacks {wanted}']
                text = text.replace(wanted, ' ; ', 1)
            found += [f'{folder}, # {chapter[:9]}, has no rule for {rest}' for rest in text.split(';') if re.search(r'\d', rest)]
    return found


if __name__ == '__main__':
    results = pathlib.Path(sys.argv[1])
    judged = [(row['verdict'], row['judged']) for row in rows_of(results / 'tables/claims.csv')]
    sys.exit('\n'.join(faults(results, (results / 'report.md').read_text(encoding='utf-8'), judged, *sys.argv[2:])) or 0)
