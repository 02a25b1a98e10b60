"""What report.html does in a browser. Run by tests/page/run.sh, which sets SPEEDUP and WORK.

Five reports: of a quick study on two cores without a GPU (tests/data/quick-2c) beside the reference machine, of the same study with
hostile texts, of one experiment of it, of the reference machine itself, and of it and another side by side. KEEP=FOLDER keeps them.
"""
import base64
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ['WORK'])
QUICK = ROOT / 'tests/data/quick-2c'
REFERENCE = ROOT / 'report/reference/h200'
HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1"></script>'
SCREENS = (390, 700, 1400)
PAPER = 703  # pixels of A4 less its margins: a wider table or figure would shrink all of the report

# Channels of a color as 0 ... 255, its alpha, the contrast of two (WCAG 2.1), and what a dark page's filter makes of one.
COLORS = r"""
    const parse = text => { const m = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
        return text.startsWith('color(') ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
    const linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = c => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
    const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
        if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
    const turn = [[-0.574, 1.43, 0.144], [0.426, 0.43, 0.144], [0.426, 1.43, -0.856]]; // hue-rotate(180deg), by Filter Effects, 8.4
    const filtered = (c, filter) => filter === 'none' ? c : filter === 'invert(1) hue-rotate(180deg)'
        ? turn.map(row => Math.min(255, Math.max(0, row.reduce((sum, share, i) => sum + share * (255 - c[i]), 0)))) : [NaN, NaN, NaN];
"""
CONTRASTS = COLORS + r"""
    const found = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE', 'TITLE'].includes(e.tagName.toUpperCase())) continue;
        if (!e.checkVisibility({visibilityProperty: true})) continue;
        const s = getComputedStyle(e), drawing = e instanceof SVGElement ? e.closest('.drawing > svg') : null;
        const color = drawing ? filtered(parse(s.fill), getComputedStyle(drawing).filter) : parse(s.color);
        const key = e.tagName + '.' + e.getAttribute('class') + ' ' + color + ' on ' + ground(e);
        if (!(contrast(color, ground(e)) >= 4.5)) found[key] = contrast(color,
            ground(e)).toFixed(2) + ' ' + walker.currentNode.data.trim().slice(0, 30);
    }
    return found;
"""
# What a reader sees of the reference machine, and what hiding it leaves empty.
LEFT_OVER = r"""
    const inked = e => { const b = e.getBoundingClientRect(); return b.width + b.height > 0; }; // SVG without display passes checkVisibility()
    const seen = e => e.checkVisibility({visibilityProperty: true}) && (!(e instanceof SVGElement)
        || inked(e)), all = selector => [...document.querySelectorAll(selector)];
    const name = e => (e.closest('[id]')?.id || e.tagName) + ': ' + e.textContent.trim().slice(0, 50), found = {};
    const add = (what, elements) => { if (elements.length) found[what] = elements.map(name); };
    add('reference', all('main .reference').filter(seen));
    const tables = all('main table').filter(e => e.checkVisibility());
    add('table without rows', tables.filter(t => ![...t.tBodies[0].rows].some(r => r.checkVisibility())));
    add('empty column', tables.flatMap(t => [...t.tHead.rows[0].cells].filter(h => h.checkVisibility() && ![...t.tBodies[0].rows].some(
        r => r.checkVisibility() && seen(r.cells[h.cellIndex]) && r.cells[h.cellIndex].textContent.trim()))));
    add('footnote without a mark', all('main .note').filter(n => seen(n) && n.firstElementChild?.tagName === 'SUP'
        && ![...n.parentElement.querySelectorAll(
        'table sup')].some(s => seen(s) && s.textContent.split(',').includes(n.firstElementChild.textContent))));
    add('figure without drawings', all('figure').filter(f => f.checkVisibility() && ![...f.querySelectorAll('.drawing')].some(seen)));
    add('drawing without marks', all('.drawing').filter(d => d.checkVisibility() && d.querySelector('.mark')
        && ![...d.querySelectorAll('.mark')].some(seen)));
    add('empty paragraph', all('main p, main li').filter(e => e.checkVisibility() && !e.innerText.trim()));
    add('broken sentence', all('main p:has(.reference)').filter(p => p.checkVisibility() && !p.closest('.table')
        && (/[,;(] *[;,.)]|[a-z] \.( |$)/.test(p.innerText)
        || !/[.:?!)]$/.test(p.innerText.trim()))));
    if (document.querySelector('main').innerText.includes(document.body.dataset.reference))
        add('name of the reference', all('main :is(p, th, td, li, text)')
        .filter(e => seen(e) && e.textContent.includes(document.body.dataset.reference)));
    add('heading of a hidden section', all('#TOC a').filter(a => a.parentElement.checkVisibility() && !document.getElementById(
        decodeURIComponent(a.hash.slice(1))).checkVisibility()));
    return found;
"""
# Names of the reference's GPU variants in figures of a machine without a GPU.
GPU_NAMES = r"""
    return [...document.querySelectorAll('.drawing text, .drawing .mark')].filter(e => { const b = e.getBoundingClientRect();
        return b.width + b.height > 0
        && /gpu/i.test(e.getAttribute('aria-label') || e.textContent); }).map(e => e.closest('.drawing').id + ': ' + e.textContent);
"""
# Headings under which no table, figure or sentence with a number is.
EMPTY_SECTIONS = r"""
    const parts = [...document.querySelectorAll('main :is(h1, h2, h3, .table, figure, p)')].filter(e => e.checkVisibility()
        && !e.closest('figcaption'));
    const full = e => e.matches('.table, figure') || e.matches('p') && /\d/.test(e.innerText) && !e.closest('.table');
    return parts.filter((h, at) => /^H/.test(h.tagName) && (() => { for (const e of parts.slice(at + 1)) {
        if (/^H/.test(e.tagName) && e.tagName <= h.tagName) return true; if (full(e)) return false; } return true; })()).map(h => h.textContent);
"""


def paper(page):
    return base64.b64decode(page.call('Page.printToPDF', preferCSSPageSize=True, printBackground=True)['data'])


def sheets(page):
    """The number of pages on paper."""
    return len(re.findall(rb'/Type\s*/Page\b(?!s)', paper(page)))


def white_feet(pdf):
    """Of each page the white share of its text area, at its end."""
    raw, shares = subprocess.run(['pdftoppm', '-r', '40', '-gray', '-'], input=pdf, capture_output=True, check=True).stdout, []
    while raw:
        _, size, _, raw = raw.split(b'\n', 3)
        width, height = map(int, size.split())
        top, foot = height * 10 // 297, height * 285 // 297
        inked = [y for y in range(top, foot) if min(raw[y * width:(y + 1) * width]) < 246]
        shares.append(1 - (max(inked, default=top) - top) / (foot - top))
        raw = raw[width * height:]
    return shares


def copy(source, name):
    folder = WORK / name
    folder.mkdir()
    for file in source.iterdir():
        if file.suffix in ('.csv', '.json'):
            (folder / file.name).write_bytes(file.read_bytes())
    return folder


def build(folder, *options, root=ROOT, **environment):
    command = [root / 'report/build.sh', folder, *options]
    result = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True)
    if result.returncode or 'failed' in result.stderr:
        sys.exit(result.stderr + 'the report could not be built')


def make_hostile(folder):
    """Hostile texts in the machine's description, in details and as the name of an experiment."""
    machine = json.loads((folder / 'machine.json').read_text())
    machine.update(gpu=None, gpu_reason=HOSTILE)
    (folder / 'machine.json').write_text(json.dumps(machine))
    add_experiment(folder, HOSTILE, detail=HOSTILE)


def marked_tree():
    """A copy of the renderer with a table of both machines in each row, and with sections of one of them."""
    tree = WORK / 'tree'
    shutil.copytree(ROOT / 'plots', tree / 'plots')
    shutil.copytree(ROOT / 'report', tree / 'report', ignore=shutil.ignore_patterns('reference', '__pycache__'))
    (tree / 'report/queries/marked.sql').write_text("""-- title: Two machines
SELECT 'cpu/' || value AS variant, value * 1.5 AS "time (ms)", 0.1 AS "±", (SELECT min(id) FROM points WHERE origin = 'here') AS point,
    value * 2.5 AS "GPU (ms)", 0.1 AS "±", 'ref one' AS "^", (SELECT min(id) FROM points WHERE origin = 'reference') AS point
FROM json_each('[1, 2, 3]');
""")
    (tree / 'report/templates/05-marked.md').write_text("""# Two machines

{{ table('marked') }}

# Only the reference

Prose.

{% call(r) each("SELECT 3.25 AS x, 'reference' AS origin") %}
There it is {{ r.x }}.
{% endcall %}

# Only this machine

{% call(r) each("SELECT 3.25 AS x, 'reference' AS whose") %}
Here it is {{ r.x }}.{% call tone(r.whose) %} There it is {{ r.x }}.{% endcall %}

{% endcall %}
""")
    return tree


def add_experiment(folder, name, **values):
    """An experiment with the samples of matrix multiply of size-scaling and thread-scaling, without a row in members.csv."""
    with open(folder / 'samples.csv', newline='') as file:
        rows = list(csv.DictReader(row for row in file if not row.startswith('#')))
    rows = [dict(row, **values) for row in rows]
    for row in rows:
        row.pop('check', None)  # of the row as it was
    rows += [dict(row, experiment=name, seed='77') for row in rows
             if row['workload'] == 'matmul' and 'scaling' in row['experiment'] and row['variant'] in ('cpu/ikj', 'cpu/packed', 'cpu/openmp_tiled')]
    with open(folder / 'samples.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def setUpModule():
    global quick, hostile, mine, reference, beside, browser
    folders = {name: copy(source, name) for name, source in (('quick', QUICK), ('hostile', QUICK), ('mine', QUICK), ('reference', REFERENCE))}
    make_hostile(folders['hostile'])
    add_experiment(folders['mine'], 'mine')
    build(folders['quick'])
    build(folders['hostile'], root=marked_tree(), REFERENCE=str(REFERENCE))
    build(folders['mine'], '--experiment', 'mine', AUTHOR='Ada "L" </style>', COURSE='\\a')
    build(folders['reference'], REFERENCE=str(folders['reference']))
    build(folders['reference'], '--beside', str(REFERENCE.parent / 'h100'))
    quick, hostile, reference = (folders[name] / 'report.html' for name in ('quick', 'hostile', 'reference'))
    mine = folders['mine'] / 'experiments/mine/report.html'
    beside = next(folders['reference'].glob('beside/*/report.html'))
    browser = Browser().__enter__()


def tearDownModule():
    browser.__exit__()
    if os.environ.get('KEEP'):
        shutil.copytree(WORK, os.environ['KEEP'], dirs_exist_ok=True)


class OnePage(unittest.TestCase):
    """A page, the same for all tests of a class."""
    name = 'hostile'

    @classmethod
    def setUpClass(cls):
        cls.report, cls.browser = globals()[cls.name], browser
        cls.page = browser.open(cls.report.as_uri())
        cls.page.js('localStorage.clear()')
        cls.page.reload()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def setUp(self):
        self.page.size(1400)
        self.page.media()

    def nothing(self, script):
        """A script that returns what is wrong."""
        found = self.page.js(script)
        self.assertFalse(found, json.dumps(found, indent=1, ensure_ascii=False))

    def soon(self, expression, wanted):
        """The value that an expression has within a second."""
        for _ in range(20):
            if self.page.js(expression) == wanted:
                return
            self.page.js('new Promise(done => setTimeout(done, 50))')
        self.assertEqual(self.page.js(expression), wanted)

    def fold(self, folded):
        self.page.js(f"document.querySelectorAll('details').forEach(d => {{ d.open = {'false' if folded else 'true'}; }})")


class Reading(OnePage):
    """What the page holds, the same for each report."""

    def test_headings_are_in_order_and_names_are_unique(self):
        levels = self.page.js("return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => Number(h.tagName[1]));")
        self.assertEqual(levels[0], 1)
        self.assertEqual([(a, b) for a, b in zip(levels, levels[1:]) if b > a + 1], [])
        self.nothing("const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.filter((id, at) => ids.indexOf(id) !== at);")
        self.nothing("""return [...document.querySelectorAll('a[href^="#"]')].map(a => decodeURIComponent(a.hash.slice(1)))
            .filter(id => !document.getElementById(id));""")
        self.assertEqual(self.page.js("return [document.documentElement.lang, document.querySelectorAll('main').length];"), ['en', 1])

    def test_links_to_files_lead_to_files(self):
        links = self.page.js("return [...document.querySelectorAll('main a:not([href^=\"#\"])')].map(a => a.getAttribute('href'));")
        self.assertEqual([link for link in links if '://' not in link and not (self.report.parent / link).is_file()], [])

    def test_no_section_is_empty(self):
        self.fold(False)
        self.nothing(EMPTY_SECTIONS)
        self.fold(True)

    def test_tables_have_captions_scopes_and_at_most_25_rows_of_8_columns(self):
        self.nothing(r"""const wrong = [];
            for (const table of document.querySelectorAll('table')) {
                const name = table.closest('.table')?.id;
                if (!/^table-[-\w]+$/.test(name)) wrong.push('no id: ' + table.outerHTML.slice(0, 80));
                if (!/^Table \d+\. ./.test(table.caption?.textContent)) wrong.push('no caption: ' + name);
                if (!table.caption?.querySelector(`a[href="#${name}"]`)) wrong.push('no link to itself: ' + name);
                if ([...table.querySelectorAll('th')].some(th => !th.scope)) wrong.push('no scope: ' + name);
                if ([...table.querySelectorAll('tbody tr')].some(tr => !tr.querySelector('th'))) wrong.push('no heading of a row: ' + name);
                if (table.tHead.rows.length !== 1) wrong.push('not one row of headings: ' + name);
                if (table.tBodies[0].rows.length > 25) wrong.push('more than 25 rows: ' + name);
                if (table.tHead.rows[0].cells.length > 8) wrong.push('more than 8 columns: ' + name);
            }
            return wrong;""")

    def test_figures_have_captions_descriptions_and_a_mark_for_each_value(self):
        self.nothing(r"""const wrong = [];
            for (const figure of document.querySelectorAll('figure'))
                if (!/^Figure \d+\. ./.test(figure.querySelector('figcaption')?.textContent.trim())) wrong.push('no caption: ' + figure.id);
            for (const drawing of document.querySelectorAll('.drawing')) {
                if (!/^figure-./.test(drawing.id) || !drawing.closest('figure')) wrong.push('no id or in no figure: ' + drawing.id);
                if ((drawing.querySelector('svg[role=img]')?.getAttribute('aria-label')
                    || '').length < 20) wrong.push('no description: ' + drawing.id);
                if (!drawing.querySelector('.mark') && drawing.id !== 'figure-touched-data') wrong.push('no mark: ' + drawing.id);
                for (const mark of drawing.querySelectorAll('.mark'))
                    if (mark.tabIndex !== 0 || !/: .*\d/.test(mark.getAttribute('aria-label'))
                        || mark.querySelector('title').textContent !== mark.getAttribute('aria-label'))
                        wrong.push('mark without text: ' + drawing.id + ' ' + mark.outerHTML.slice(0, 150));
            }
            return wrong;""")

    def test_marks_lie_on_what_is_drawn(self):
        self.nothing(r"""return [...document.querySelectorAll('.drawing')].filter(d => d.checkVisibility()).flatMap(d => {
            const box = d.getBoundingClientRect();
            return [...d.querySelectorAll('.mark')].filter(m => { const b = m.getBoundingClientRect();
                return b.width && (b.left < box.left || b.right > box.right || b.top < box.top || b.bottom > box.bottom);
                    }).map(m => d.id + ' ' + m.textContent); });""")

    def test_axes_take_their_share_and_hold_more_than_one_point(self):
        self.fold(False)
        self.nothing(r"""return [...document.querySelectorAll('.drawing')].filter(d => {
            const all = d.querySelector('svg').getBoundingClientRect().width, axes = [...d.querySelectorAll('path[stroke="rgb( 85,  85,  85)"]')];
            const places = new Set([...d.querySelectorAll('.mark circle')].map(c => c.getAttribute('cx') + ' ' + c.getAttribute('cy')));
            return Math.max(0, ...axes.map(a => a.getBoundingClientRect().width)) < 0.55 * all || places.size < 2; }).map(d => d.id);""")
        self.fold(True)

    def test_figures_use_the_window_and_rows_are_low(self):
        self.nothing("""return [...document.querySelectorAll('figure')].filter(f => f.checkVisibility() && f.querySelectorAll('.drawing').length > 2
            && Math.max(...[...f.children].map(e => e.getBoundingClientRect().right)) < 0.9 * innerWidth).map(f => f.id);""")
        self.nothing("""return [...document.querySelectorAll('tbody tr')].filter(r => r.getBoundingClientRect().height > 100)
            .map(r => r.closest('.table').id + ': ' + r.textContent.slice(0, 40));""")
        self.nothing("""return [...document.querySelectorAll('thead button')].filter(b => !/^"\u00a0/.test(getComputedStyle(b, '::after').content))
            .map(b => b.textContent);""")  # the mark stays beside the word

    def test_each_sheet_has_a_foot(self):
        if not shutil.which('pdftotext'):
            self.skipTest('pdftotext is not installed')
        text = subprocess.run(['pdftotext', '-layout', '-', '-'], input=paper(self.page), capture_output=True, check=True).stdout.decode()
        feet = [sheet.strip().splitlines()[-1] for sheet in text.split('\f') if sheet.strip()]
        for number, foot in enumerate(feet, 1):
            if self.name == 'mine':
                self.assertTrue(foot.startswith('Ada "L" </style> · \\a · '), foot)
                foot = foot.split(' · ', 2)[2]
            self.assertRegex(foot, rf'^\S+( beside \S+)? · \d{{4}}-\d\d-\d\d · speedup \S+( \(build [0-9a-f]{{8}}\))? +{number} ?/ ?{len(feet)}$')

    def test_the_page_never_overflows_sideways(self):
        self.fold(False)
        for width in SCREENS:
            self.page.size(width)
            self.assertLessEqual(self.page.js('document.scrollingElement.scrollWidth'), width)
        self.fold(True)

    def test_tables_and_figures_fit_the_sheet(self):
        self.page.media('light', 'print')
        self.page.size(PAPER)
        self.fold(False)
        self.nothing(f"""return [...document.querySelectorAll('table, .drawing')].filter(e => e.getBoundingClientRect().right > {PAPER} + 1)
            .map(e => e.closest('[id]').id);""")
        self.fold(True)

    def test_text_has_contrast_in_light_and_dark_and_on_paper(self):
        for scheme, kind in (('light', ''), ('dark', ''), ('dark', 'print')):
            self.page.media(scheme, kind)
            dark = self.page.js(COLORS + 'return light(ground(document.body)) < 0.1;')
            self.assertEqual(dark, scheme == 'dark' and not kind)
            self.nothing(CONTRASTS)

    def test_it_loads_nothing_and_reports_nothing(self):
        page = self.browser.open(self.report.as_uri())
        page.size(390)
        self.assertEqual(page.requests(), [self.report.as_uri()])
        self.assertEqual(page.complaints(), [])
        policy = page.js("document.querySelector('meta[http-equiv]').content").split('; ')
        self.assertLessEqual({"default-src 'none'", "base-uri 'none'", "form-action 'none'"}, set(policy))
        base = "document.head.insertAdjacentHTML('beforeend', '<base href=\"https://elsewhere.example/\">')"
        self.assertEqual(page.js(f'({base}, document.baseURI)'), self.report.as_uri())
        page.close()


class Sheets:
    """In at most so many sheets, none with a white foot but the last."""
    def test_it_prints_on_few_sheets(self):
        self.assertLessEqual(sheets(self.page), self.most)

    def test_no_sheet_has_a_white_foot(self):
        if not shutil.which('pdftoppm'):
            self.skipTest('pdftoppm is not installed')
        self.assertLess(max(white_feet(paper(self.page))[:-1]), 0.2)


class ReadingQuick(Sheets, Reading):
    """Of a machine without a GPU."""
    name, most = 'quick', 8


class ReadingReference(Sheets, Reading):
    """Of the reference machine, with nothing to hide."""
    name, most = 'reference', 15

    def test_there_is_no_other_machine(self):
        self.nothing("return document.querySelectorAll('.reference, .bar button[value=here]').length;")


class ReadingBeside(Sheets, Reading):
    """Of two machines."""
    name, most = 'beside', 4


class ReadingOwn(Reading):
    """Of one experiment, in three to five sheets."""
    name = 'mine'

    def test_it_prints_on_3_to_5_sheets(self):
        self.assertIn(sheets(self.page), (3, 4, 5))


class Acting(OnePage):
    """What it does, on a fresh page for each test. `table` is one with a filter, numbers with intervals and rows of both machines."""

    def setUp(self):
        super().setUp()
        self.page.js('localStorage.clear()')
        self.page.go('about:blank')  # else an address that differs in its # alone would load nothing
        self.page.go(self.report.as_uri())
        self.table = self.page.js("""return [...document.querySelectorAll('.table:has(.filter):has(td[data-half])')]
            .find(t => t.checkVisibility()).id;""")

    def column(self, index, table=None):
        return self.page.js(f"""return [...document.querySelectorAll('#{table or self.table} tbody tr')].filter(r => r.checkVisibility())
            .map(r => r.cells[{index}].innerText);""")

    def heading(self, index, table=None):
        return f"document.querySelectorAll('#{table or self.table} thead th')[{index}].querySelector('button')"

    def measured_column(self):
        """Of the table, one whose numbers differ."""
        return self.page.js(f"""const rows = [...document.querySelectorAll('#{self.table} tbody tr')];
            return [...rows[0].cells].findIndex((c, at) => new Set(rows.map(r => r.cells[at]?.dataset.half
                && r.cells[at].dataset.value)).size > 2);""")

    # ---- hostile text ----

    def test_hostile_text_is_text(self):
        self.assertIn(HOSTILE, self.page.js("document.querySelector('main').textContent"))
        self.assertIsNone(self.page.js('window.hacked'))
        self.assertEqual(self.page.js("document.querySelectorAll('img').length"), 0)

    def test_the_policy_refuses_another_script(self):
        self.page.js("const s = document.createElement('script'); s.textContent = 'window.strange = 1'; document.head.append(s); return 1")
        self.assertIsNone(self.page.js('window.strange'))

    def test_without_script_everything_is_readable(self):
        page = self.browser.open('about:blank', width=390)
        page.call('Emulation.setScriptExecutionDisabled', value=True)
        page.go(self.report.as_uri())
        page.js("document.querySelector('#appendix')?.setAttribute('open', '')")
        hidden = page.js("""return [...document.querySelectorAll('main *')].filter(e => e.textContent.trim() && !e.checkVisibility()
            && !e.closest('defs, title, style')).map(e => e.outerHTML.slice(0, 80));""")
        self.assertEqual(hidden, [])
        self.assertEqual(page.js("document.querySelectorAll('button, input').length"), 0)
        self.assertLessEqual(page.js('document.scrollingElement.scrollWidth'), 390)
        page.close()

    # ---- tables ----

    def test_a_click_sorts_by_value(self):
        index = self.measured_column()
        values = f"""return [...document.querySelectorAll('#{self.table} tbody tr')].map(r => r.cells[{index}].dataset.value)
            .map(v => v === undefined ? null : Number(v));"""
        before = self.page.js(values)
        known, missing = [value for value in before if value is not None], [value for value in before if value is None]
        up, down = sorted(known) + missing, sorted(known, reverse=True) + missing
        self.assertEqual(len({str(before), str(up), str(down)}), 3)
        texts = self.column(index)
        for order, sort in ((up, 'ascending'), (down, 'descending'), (before, None)):
            self.page.click(self.heading(index))
            self.assertEqual(self.page.js(values), order)
            self.assertEqual(self.page.js(self.heading(index) + '.parentElement.ariaSort'), sort)
            self.assertEqual(self.page.js("document.querySelectorAll('[aria-sort]').length"), 1 if sort else 0)
        self.page.click(self.heading(index))
        self.assertNotEqual(self.column(index), sorted(texts), 'as texts they have another order')

    def test_the_keyboard_sorts_and_missing_values_come_last(self):
        table, index = self.page.js("""for (const t of document.querySelectorAll('.table')) { const rows = [...t.querySelectorAll('tbody tr')];
            const at = [...(t.checkVisibility()
                && rows.length > 2 ? rows[0].cells : [])].findIndex((c, i) => { const texts = rows.map(r => r.cells[i].textContent);
                const first = texts.indexOf('');
                return first >= 0 && texts.slice(first).some(x => x) && new Set(texts).size > 2; }); if (at >= 0) return [t.id, at];
                    } return [null, 0];""")
        self.assertIsNotNone(table)
        for key in ('Enter', ' '):
            self.page.js(self.heading(index, table) + '.focus()')
            self.page.key(key)
            known = [bool(text) for text in self.column(index, table)]
            self.assertEqual(known, sorted(known, reverse=True))

    def test_a_filter_counts_the_rows_that_stay(self):
        box = f"document.querySelector('#{self.table} .filter input')"
        count = f"document.querySelector('#{self.table} output').textContent"
        rows = self.page.js(f"return [...document.querySelectorAll('#{self.table} tbody tr')].map(r => r.textContent);")
        self.assertEqual(self.page.js(count), f'{len(rows)} rows')
        self.assertEqual(self.page.js(f"document.querySelector('#{self.table} output').ariaLive"), 'polite')
        word = next(word for row in rows for word in re.findall('[a-z]+/[a-z_]+', row) if not all(word in other for other in rows))
        stay = [row for row in rows if word in row]
        self.page.js(box + '.focus()')
        self.page.type(f'{word.upper()} {word[:3]}')
        self.assertEqual(len(self.column(0)), len(stay))
        self.assertEqual(self.page.js(count), f'{len(stay)} of {len(rows)} rows')
        self.page.type(' nonsense')
        self.assertEqual(self.page.js(count), f'0 of {len(rows)} rows')
        self.nothing("""return [...document.querySelectorAll('.table')].filter(t => (t.querySelectorAll('tbody tr').length > 20)
            !== (t.querySelector('.filter') !== null)).map(t => t.id);""")

    # ---- one machine or two ----

    def switch(self, value):
        self.page.click(f"document.querySelector('.bar button[value={value}]')")

    def test_a_switch_hides_the_reference_machine_and_leaves_nothing_empty(self):
        kinds = ('tr.reference', 'td.reference', '.table.reference', 'figure.reference', '.drawing:not(.reference) g.reference', 'span.reference')
        both = {kind: self.page.js(f"document.querySelectorAll('main {kind}').length") for kind in kinds}
        self.assertEqual([kind for kind in kinds if not both[kind]], [])
        self.assertIn('beside the reference', self.page.js("document.querySelector('.bar button[value=both]').textContent"))
        before = self.page.js("document.querySelector('main').innerText")
        self.fold(False)
        self.switch('here')
        self.nothing(LEFT_OVER)
        self.nothing(EMPTY_SECTIONS)
        self.page.reload()
        self.fold(False)
        self.nothing(LEFT_OVER)
        self.assertEqual(self.page.js("document.querySelector('.bar button[value=here]').ariaPressed"), 'true')
        self.fold(True)
        self.switch('both')
        self.assertEqual(self.page.js("document.querySelector('main').innerText"), before)

    def test_columns_notes_sentences_and_sections_of_the_reference_go(self):
        seen = """return [[...document.querySelectorAll('#table-marked th[scope=col], #table-marked .note:not(.files)')],
            [...document.querySelectorAll('main :is(h1, h1 + p, h1 + p + p), #TOC a')]
                .filter(e => /^(Two m|Only|Prose|Here it|There it)/.test(e.textContent))]
            .map(list => list.filter(e => e.checkVisibility() || e.closest('#TOC')
                && !e.closest('[hidden]')).map(e => e.closest('#TOC') ? e.textContent : e.innerText.replace(/[ ↕]+$/, '')));"""
        both, sections = self.page.js(seen)
        self.assertEqual([text[:8] for text in both], ['variant', 'time (ms', 'GPU (ms)', 'a Measur', 'b One ru'])
        self.assertEqual(sections.count('Only the reference'), 2)
        self.assertIn('Here it is 3.25. There it is 3.25.', sections)
        self.switch('here')
        here, sections = self.page.js(seen)
        self.assertEqual(here, ['variant', 'time (ms)'])
        self.assertEqual(sections, ['Two machines', 'Only this machine', 'Two machines', 'Only this machine', 'Here it is 3.25.'])

    def test_figures_of_this_machine_do_not_name_the_gpu(self):
        self.assertTrue(self.page.js(GPU_NAMES))
        self.switch('here')
        self.nothing(GPU_NAMES)

    def test_a_link_to_hidden_content_shows_it(self):
        self.switch('here')
        for selector in ('.table.reference', 'figure.reference'):
            self.switch('here')
            hidden = self.page.js(f"document.querySelector('{selector}').id")
            self.page.js(f"location.hash = '#{hidden}'")
            self.page.js('new Promise(done => setTimeout(done, 100))')
            self.assertTrue(self.page.js(f"document.getElementById('{hidden}').checkVisibility()"))
        self.switch('here')
        self.page.go('about:blank')
        self.page.go(self.report.as_uri() + '#' + hidden)
        self.assertTrue(self.page.js(f"document.getElementById('{hidden}').checkVisibility()"))

    def test_a_link_into_the_folded_appendix_opens_it(self):
        inside = self.page.js("document.querySelector('#appendix .table').id")
        self.assertFalse(self.page.js(f"document.getElementById('{inside}').checkVisibility()"))
        self.page.go('about:blank')
        self.page.go(self.report.as_uri() + '#' + inside)
        self.assertTrue(self.page.js(f"document.getElementById('{inside}').checkVisibility()"))

    # ---- intervals ----

    def test_hovering_and_focus_show_value_and_interval(self):
        tip = "(t => t.hidden ? '' : t.textContent)(document.getElementById('tip'))"
        cell = f"document.querySelector('#{self.table} td[data-half]')"
        value, half = self.page.js(f"[{cell}.dataset.value, {cell}.dataset.half]")
        self.page.hover("document.querySelector('h1')")  # the mouse rests where the test before left it
        self.soon(tip, '')
        self.page.hover(cell)
        shown = self.page.js(tip)
        self.assertIn(f'{float(value)!r}'[:5], shown)
        low, high = map(float, re.search(r'interval (\S+) to (\S+)$', shown).groups())
        self.assertAlmostEqual((high - low) / 2 / float(half), 1, delta=0.05)
        self.assertTrue(low < float(value) < high)
        self.page.hover("document.querySelector('h1')")
        self.soon(tip, '')
        self.page.key('Tab')
        self.page.js(cell + '.focus()')
        self.soon(tip, shown)
        self.assertEqual(self.page.js(cell + ".getAttribute('aria-describedby')"), 'tip')
        self.page.key('Escape')
        self.soon(tip, '')
        mark = "document.querySelector('.drawing .mark')"
        self.page.js(mark + '.focus()')
        self.soon(tip, self.page.js(mark + ".getAttribute('aria-label')"))

    def test_a_number_without_an_interval_says_so(self):
        cell = "[...document.querySelectorAll('td[data-measured]:not([data-half])')].find(c => c.checkVisibility())"
        if self.page.js(cell + ' === undefined'):
            self.skipTest('every number has an interval')
        self.page.hover(cell)
        self.assertIn('no interval', self.page.js("document.getElementById('tip').textContent"))

    # ---- light, dark, paper ----

    def test_a_button_makes_page_and_figures_dark(self):
        dark = COLORS + 'return light(ground(document.body)) < 0.1;'
        drawing = """return [...document.querySelectorAll('.drawing')].map(d => [getComputedStyle(d).backgroundColor,
            getComputedStyle(d.querySelector('svg')).backgroundColor, getComputedStyle(d.querySelector('svg')).filter].join(' '));"""
        clear = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0) '
        self.assertEqual(set(self.page.js(drawing)), {clear + 'none'})
        self.page.click("document.querySelector('.bar button[value=dark]')")
        for scheme in ('light', 'dark'):
            self.page.reload()
            self.page.media(scheme)
            self.assertTrue(self.page.js(dark))
            self.assertEqual(set(self.page.js(drawing)), {clear + 'invert(1) hue-rotate(180deg)'})
        self.page.click("document.querySelector('.bar button[value=light]')")
        self.assertFalse(self.page.js(dark))
        self.page.click("document.querySelector('.bar button[value=system]')")
        self.assertTrue(self.page.js(dark))
        self.nothing("""return [...document.querySelectorAll('.drawing svg')].flatMap(svg => { const all = svg.getBoundingClientRect();
            return [...svg.querySelectorAll('rect, path, polygon')].filter(e => { const b = e.getBoundingClientRect(), s = getComputedStyle(e);
                return s.fill !== 'none' && s.fillOpacity > 0.5 && b.width * b.height > 0.8 * all.width * all.height;
                    }).map(e => svg.parentElement.id); });""")

    def test_paper_is_light_and_has_all_rows_and_no_buttons(self):
        self.page.click("document.querySelector('.bar button[value=dark]')")
        self.page.js(f"const f = document.querySelector('#{self.table} input'); f.value = 'nonsense'; f.dispatchEvent(new Event('input')); return 1;")
        self.page.media('dark', 'print')
        self.assertFalse(self.page.js(COLORS + 'return light(ground(document.body)) < 0.5;'))
        self.nothing("""return [...document.querySelectorAll('.bar, .filter, .tip, .skip, #TOC')].filter(e => e.checkVisibility())
            .map(e => e.className);""")
        self.nothing(f"return [...document.querySelectorAll('#{self.table} tbody tr')].filter(e => !e.checkVisibility()).length;")
        self.nothing("return [...document.querySelectorAll('.scroll')].filter(e => getComputedStyle(e).overflowX !== 'visible').length;")
        self.nothing("return new Set([...document.querySelectorAll('.drawing svg')].map(e => getComputedStyle(e).filter)).has('none') ? 0 : 1;")
        self.assertEqual(self.page.js("getComputedStyle(document.querySelector('thead button')).display"), 'contents')  # else no head is repeated

    def test_the_appendix_is_printed_only_if_it_is_open(self):
        folded = sheets(self.page)
        self.page.media('light', 'print')
        self.assertFalse(self.page.js("document.querySelector('#appendix').checkVisibility()"))
        self.page.js("document.querySelector('#appendix').open = true")
        self.assertTrue(self.page.js("document.querySelector('#appendix table').checkVisibility()"))
        self.assertGreater(sheets(self.page), folded)

    # ---- keyboard ----

    def test_everything_is_reached_by_keyboard_and_focus_is_seen(self):
        self.nothing("""return [...document.querySelectorAll('a, button, input, .scroll, .mark, td[data-measured]')].filter(
            e => e.tabIndex < 0 || e.tagName === 'A' && !e.hasAttribute('href')).map(e => e.outerHTML.slice(0, 80));""")
        self.nothing("""return [...document.querySelectorAll('a, button, input, .mark')].filter(e => !(e.getAttribute('aria-label')
            || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML.slice(0, 80));""")
        self.page.key('Tab')
        self.assertEqual(self.page.js('document.activeElement.className'), 'skip')
        self.assertGreaterEqual(self.page.js('document.activeElement.getBoundingClientRect().left'), 0)
        self.page.key('Enter')
        self.assertEqual(self.page.js('document.activeElement.id'), 'content')
        for _ in range(8):
            self.page.key('Tab')
            self.assertNotEqual(self.page.js("getComputedStyle(document.activeElement).outlineStyle"), 'none')


if __name__ == '__main__':
    unittest.main(verbosity=1)
