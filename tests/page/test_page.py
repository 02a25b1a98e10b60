"""What report.html does in a browser. Run by tests/page/run.sh, which sets SPEEDUP and WORK.

The report is that of a machine without a GPU: the pilot's CPU rows under another name, with hostile texts among them, beside the
pilot as the reference machine.
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ['WORK'])
PILOT = ROOT / 'report/reference/pilot-h200'
HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1"></script>'

# Channels of a colour as 0 ... 255, its alpha, and the contrast of two (WCAG 2.1), for the page.
COLOURS = r"""
    const parse = text => { const m = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
        return text.startsWith('color(') ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
    const linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const light = c => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
    const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
        if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
"""
CONTRASTS = COLOURS + r"""
    const found = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE', 'TITLE'].includes(e.tagName.toUpperCase())) continue;
        if (!e.checkVisibility({visibilityProperty: true})) continue;
        const s = getComputedStyle(e), drawn = e instanceof SVGElement;
        const c = parse(drawn ? s.fill : s.color), is = contrast(c, ground(e));
        const key = e.tagName + '.' + e.getAttribute('class') + ' ' + (drawn ? s.fill : s.color) + ' on ' + ground(e);
        if (is < 4.5) found[key] = is.toFixed(2) + ' ' + walker.currentNode.data.trim().slice(0, 30);
    }
    return found;
"""


def build():
    """The fixture: a folder with a report, in a second or two for each of its parts."""
    here, reference, tree = WORK / 'here', WORK / 'reference', WORK / 'tree'
    for folder in (here, reference, tree):
        folder.mkdir()
    for file in PILOT.iterdir():
        if file.suffix in ('.csv', '.json'):
            (reference / file.name).write_bytes(file.read_bytes())
    # What the pilot measured for its ladders is shown as a sweep over sizes too.
    members = (PILOT / 'members.csv').read_text().splitlines()
    members += [re.sub('^[^,]*', 'size-scaling', line) for line in members[1:] if not line.startswith('ceilings')]
    (reference / 'members.csv').write_text('\n'.join(dict.fromkeys(members)) + '\n')
    (here / 'members.csv').write_text((reference / 'members.csv').read_text().replace(',intel-xeon-16c-h200,', ',own-16c,'))
    machine = json.loads((PILOT / 'machine.json').read_text())
    machine.update(name='own-16c', gpu=None, gpu_reason=HOSTILE)
    (here / 'machine.json').write_text(json.dumps(machine))
    (here / 'variants.csv').write_bytes((PILOT / 'variants.csv').read_bytes())
    with open(PILOT / 'samples.csv', newline='') as file:
        rows = [row for row in csv.DictReader(file) if row['variant'].startswith('cpu/')]
    for row in rows:
        row['machine'] = 'own-16c'
        row['detail'] = HOSTILE
    for row in [row for row in rows if row['n'] == rows[0]['n']]:  # a sweep of one's own, with a hostile name
        rows.append(dict(row, experiment=HOSTILE, seed='77'))
    with open(here / 'samples.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)
    # One more sentence, of which a part is the reference's.
    subprocess.run(['cp', '-r', ROOT / 'report', ROOT / 'plots', tree], check=True)
    (tree / 'report/sentences/marked.sql').write_text("SELECT 'Of this machine. «Of the other.»';\n")
    chapter = tree / 'report/chapters/00-answer.md'
    chapter.write_text(chapter.read_text() + '\n{{say marked}}\n')
    result = subprocess.run([tree / 'report/build.sh', here], env=dict(os.environ, REFERENCE=str(reference)), capture_output=True, text=True)
    if result.returncode or 'failed' in result.stderr:
        sys.exit(result.stderr + 'the report could not be built')
    return here / 'report.html'


def setUpModule():
    global report, browser
    report = build()
    browser = Browser().__enter__()


def tearDownModule():
    browser.__exit__()


class OnePage(unittest.TestCase):
    """A page, the same for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.report, cls.browser = report, browser
        cls.page = browser.open(report.as_uri())

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def setUp(self):
        self.page.size(1400)
        self.page.media()

    def column(self, table, heading):
        return self.page.js(f"""const t = document.querySelector('#table-{table} table'), h = [...t.tHead.rows].pop().cells;
            const at = [...h].findIndex(c => c.innerText.replace(/\\s+/g, ' ').startsWith({json.dumps(heading)}));
            return [...t.tBodies[0].rows].filter(r => r.checkVisibility()).map(r => r.cells[at].innerText);""")

    def heading(self, table, text):
        return f"""[...document.querySelectorAll('#table-{table} thead tr:last-child th')].find(
            c => c.innerText.replace(/\\s+/g, ' ').startsWith({json.dumps(text)})).querySelector('button')"""


class Reading(OnePage):
    """What the page holds."""

    def test_hostile_text_is_text(self):
        self.assertIn(HOSTILE, self.page.js("document.querySelector('#table-own').textContent"))
        self.page.js("document.querySelector('#table-size-scaling .value').click()")
        self.assertIn(HOSTILE, self.page.js("document.querySelector('.panel').textContent"))
        self.assertIsNone(self.page.js('window.hacked'))
        self.assertEqual(self.page.js("document.querySelectorAll('img').length"), 0)

    def test_csv_names_the_machine_of_each_row(self):
        with open(self.report.parent / 'tables/size-scaling.csv', newline='') as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            self.assertEqual(row['machine'], 'intel-xeon-16c-h200' if row['variant'].startswith('gpu/') else 'own-16c')
        marked = self.page.js("return [...document.querySelectorAll('#table-size-scaling tbody tr')].map(r => r.className);")
        self.assertEqual(marked, ['reference' if row['variant'].startswith('gpu/') else '' for row in rows])

    def test_marks_lie_on_the_points_of_the_figure(self):
        far = self.page.js("""return [...document.querySelectorAll('.drawing:not(.here-only)')].flatMap(d => {
            const near = [...d.querySelectorAll('svg[role=img] use')].map(e => e.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + b.height / 2]);
            return [...d.querySelectorAll('.marks circle')].map(e => e.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + b.height / 2])
                .map(m => Math.min(...near.map(n => Math.hypot(n[0] - m[0], n[1] - m[1])))).filter(away => away > 2).map(away => d.id + ' ' + away);
        });""")
        self.assertEqual(far, [])
        self.assertGreater(self.page.js("document.querySelectorAll('.marks circle').length"), 50)
        self.assertGreater(self.page.js("document.querySelectorAll('.marks rect').length"), 10)

    def test_the_samples_are_those_of_the_file(self):
        points = self.page.js('points')
        with open(self.report.parent / 'samples.csv', newline='') as file:
            samples = [row for row in csv.DictReader(file) if row['kernel_s'] and row['status'] in ('ok', 'reduced')]
        checked = 0
        for point in points.values():
            what = re.fullmatch(r'(\w+) (\w+), n (\d+), (cpu/\w+), (\d+) threads?', point['name'])
            if not what or point['machine'] != 'own-16c':
                continue
            mine = [float(row['kernel_s']) for row in samples if (row['workload'], row['type'], row['n'], row['variant'], row['threads'])
                    == what.groups() and row['experiment'] != HOSTILE]
            if len({row['seed'] + row['iterations'] + row['matrices'] + row['build'] + row['run'] + row['edges'] + row['graph'] + row['cache']
                    for row in samples if (row['workload'], row['type'], row['n'], row['variant'], row['threads']) == what.groups()
                    and row['experiment'] != HOSTILE}) != 1:
                continue
            clock = point['clocks'][0]
            shown = [count * clock['unit'] for one_round in clock['rounds'] for count in one_round[1:]]
            self.assertEqual(len(shown), len(mine), point['name'])
            for a, b in zip(sorted(shown), sorted(mine)):
                self.assertAlmostEqual(a / b, 1, delta=1e-3)
            checked += 1
        self.assertGreater(checked, 10)
        self.assertTrue(all(point['clocks'] and point['clocks'][0]['rounds'][0][1:] for point in points.values()))
        linked = set(self.page.js("return [...document.querySelectorAll('[data-point]')].map(e => e.dataset.point);"))
        self.assertEqual(linked, set(points))

    def test_labels_have_contrast_whatever_the_colour_of_the_series(self):
        with open(ROOT / 'plots/palette.csv', newline='') as file:
            colours = sorted({row['colour'] for row in csv.DictReader(file)} | {'0xFFFF00', '0xFFFFFF'})
        program = 'BEGIN { for (i = 1; i < ARGC; i++) print legible(ARGV[i]); exit }'
        made = subprocess.run(['bash', '-c', 'cd "$1" && awk -f report/csv.awk -f plots/series.awk -f <(echo "$2") "${@:3}"', 'bash', ROOT, program,
                               *colours], capture_output=True, text=True, check=True)
        for colour, legible in zip(colours, made.stdout.split()):
            red, green, blue = (int(legible[at:at + 2], 16) / 255 for at in (2, 4, 6))
            light = sum(share * (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
                        for share, v in ((0.2126, red), (0.7152, green), (0.0722, blue)))
            self.assertGreaterEqual(1.05 / (light + 0.05), 4.5, f'{colour} becomes {legible}')

    def test_headings_are_in_order_and_names_are_unique(self):
        levels = self.page.js("return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => Number(h.tagName[1]));")
        self.assertEqual(levels[0], 1)
        self.assertEqual([(a, b) for a, b in zip(levels, levels[1:]) if b > a + 1], [])
        twice = self.page.js("const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.filter((id, at) => ids.indexOf(id) !== at);")
        self.assertEqual(twice, [])
        missing = self.page.js("""return [...document.querySelectorAll('a[href^="#"]')].map(a => decodeURIComponent(a.getAttribute('href').slice(1)))
            .filter(id => !id.startsWith('point-') && !document.getElementById(id));""")
        self.assertEqual(missing, [])

    def test_tables_and_figures_have_captions_names_and_scopes(self):
        wrong = self.page.js(r"""const wrong = [];
            for (const table of document.querySelectorAll('table')) {
                const name = table.closest('.table')?.id;
                if (!/^table-[-a-z]+$/.test(name)) wrong.push('no id: ' + table.outerHTML.slice(0, 80));
                if (!/^Table \d+\. ./.test(table.caption?.textContent)) wrong.push('no caption: ' + name);
                if ([...table.querySelectorAll('th')].some(th => !th.scope)) wrong.push('no scope: ' + name);
                if ([...table.querySelectorAll('tbody tr')].some(tr => !tr.querySelector('th'))) wrong.push('no heading of a row: ' + name);
                if (!document.querySelector('#' + name + ' .link-sign[href="#' + name + '"]')) wrong.push('no link sign: ' + name);
            }
            for (const figure of document.querySelectorAll('figure'))
                if (!/^Figure \d+\. ./.test(figure.querySelector('figcaption')?.textContent.trim())) wrong.push('no caption: ' + figure.outerHTML.slice(0, 80));
            for (const drawing of document.querySelectorAll('.drawing')) {
                if (!/^figure-./.test(drawing.id) || !drawing.querySelector('.link-sign')) wrong.push('no id or sign: ' + drawing.id);
                if ((drawing.querySelector('svg[role=img]').getAttribute('aria-label') || '').length < 20) wrong.push('no alternative text: ' + drawing.id);
                if (!drawing.closest('figure')) wrong.push('in no figure: ' + drawing.id);
            }
            return wrong;""")
        self.assertEqual(wrong, [])
        self.assertEqual(self.page.js("return [document.documentElement.lang, document.querySelectorAll('main').length, document.title];")[:2], ['en', 1])


class Acting(OnePage):
    """What it does, on a fresh page for each test."""

    def setUp(self):
        super().setUp()
        self.page.js('localStorage.clear()')
        self.page.go('about:blank')  # else an address that differs in its # alone would load nothing
        self.page.go(self.report.as_uri())

    # ---- one file ----

    def test_asks_for_nothing_and_complains_of_nothing(self):
        page = self.browser.open(self.report.as_uri())
        page.js("document.querySelector('.value').click()")
        page.size(390)
        self.assertEqual(page.requests(), [self.report.as_uri()])
        self.assertEqual(page.complaints(), [])
        self.assertIn("default-src 'none'", page.js("document.querySelector('meta[http-equiv]').content"))
        # The policy refuses a script that is not the page's own.
        page.js("const s = document.createElement('script'); s.textContent = 'window.strange = 1'; document.head.append(s); return 1")
        self.assertIsNone(page.js('window.strange'))
        page.close()

    def test_without_script_everything_is_readable(self):
        page = self.browser.open('about:blank', width=390)
        page.call('Emulation.setScriptExecutionDisabled', value=True)
        page.go(self.report.as_uri())
        hidden = page.js("""return [...document.querySelectorAll('main *')].filter(e => e.textContent.trim() && !e.checkVisibility()
            && !e.closest('.here-only, .marks, defs')).map(e => e.outerHTML.slice(0, 80));""")
        self.assertEqual(hidden, [])
        self.assertEqual(page.js("document.querySelectorAll('button, input').length"), 0)
        self.assertLessEqual(page.js('document.scrollingElement.scrollWidth'), 390)
        page.close()

    # ---- tables ----

    def test_a_click_sorts_by_value(self):
        table, heading = 'size-scaling', 'time (ms)'
        values = """return [...document.querySelectorAll('#table-size-scaling tbody tr')].map(r => [...r.cells].find(
            c => c.dataset.value !== undefined)).map(c => c ? Number(c.dataset.value) : null);"""
        before = self.page.js(values)
        self.assertNotEqual(before, sorted(before))
        texts = self.column(table, heading)
        self.page.click(self.heading(table, heading))
        self.assertEqual(self.page.js(values), sorted(before))
        self.assertEqual(self.page.js(self.heading(table, heading) + '.parentElement.ariaSort'), 'ascending')
        self.assertNotEqual(self.column(table, heading), sorted(texts), 'as texts they have another order')
        self.page.click(self.heading(table, heading))
        self.assertEqual(self.page.js(values), sorted(before, reverse=True))
        self.assertEqual(self.page.js("document.querySelectorAll('[aria-sort]').length"), 1)
        self.page.click(self.heading(table, heading))
        self.assertEqual(self.page.js(values), before)
        self.assertEqual(self.page.js("document.querySelectorAll('[aria-sort]').length"), 0)

    def test_the_keyboard_sorts_and_what_is_missing_comes_last(self):
        for direction in (1, 2):
            self.page.js(self.heading('ceilings', 'threads') + '.focus()')
            self.page.key('Enter')
            threads = [int(text) if text else None for text in self.column('ceilings', 'threads')]
            told = [number for number in threads if number is not None]
            self.assertLess(len(told), len(threads), 'GPU rows have no threads')
            self.assertEqual(threads, sorted(told, reverse=direction == 2) + [None] * (len(threads) - len(told)))
        self.page.js(self.heading('ceilings', 'variant') + '.focus()')
        self.page.key(' ')
        variants = self.column('ceilings', 'variant')
        self.assertEqual(variants, sorted(variants))

    def test_a_filter_says_how_many_rows_stay(self):
        box = "document.querySelector('#table-size-scaling .filter input')"
        count = "document.querySelector('#table-size-scaling output').textContent"
        rows = len(self.column('size-scaling', 'n'))
        self.assertEqual(self.page.js(count), f'{rows} rows')
        self.assertEqual(self.page.js("document.querySelector('#table-size-scaling output').ariaLive"), 'polite')
        self.page.js(box + '.focus()')
        self.page.type('NAIVE matmul')
        variants = self.column('size-scaling', 'variant')
        self.assertTrue(variants and all('naive' in variant for variant in variants), variants)
        self.assertEqual(set(self.column('size-scaling', 'workload')), {'matmul'})
        self.assertEqual(self.page.js(count), f'{len(variants)} of {rows} rows')
        self.page.type(' nonsense')
        self.assertEqual(self.page.js(count), f'0 of {rows} rows')
        few = self.page.js("""return [...document.querySelectorAll('.table')].filter(t => t.querySelector('table') &&
            (t.querySelectorAll('tbody tr').length > 8) !== (t.querySelector('.filter') !== null)).map(t => t.id);""")
        self.assertEqual(few, [])

    def test_headings_and_first_columns_stay_while_a_table_scrolls(self):
        for width in (390, 1400):
            self.page.size(width, 700)
            self.page.js('new Promise(done => setTimeout(done, 100))')
            x, y = self.page.place("document.querySelector('#table-size-scaling .scroll')")
            self.page.call('Input.dispatchMouseEvent', type='mouseWheel', x=x, y=y, deltaX=300 if width == 390 else 0, deltaY=500)
            self.page.js('new Promise(done => setTimeout(done, 400))')
            seen = self.page.js("""const box = document.querySelector('#table-size-scaling .scroll'), b = box.getBoundingClientRect();
                const row = [...box.querySelectorAll('tbody tr')].find(r => r.getBoundingClientRect().top > b.top + 150);
                const kept = [...row.querySelectorAll('.kept')];
                return {down: box.scrollTop, aside: box.scrollLeft, head: box.querySelector('thead').getBoundingClientRect().top - b.top,
                    left: kept.map(c => c.getBoundingClientRect().left - b.left), right: kept.pop().getBoundingClientRect().right - b.left,
                    width: b.width};""")
            self.assertGreater(seen['down'], 100)
            self.assertLess(abs(seen['head']), 3)
            self.assertTrue(all(left > -1 for left in seen['left']), seen)
            self.assertLess(seen['right'], 0.51 * seen['width'])
            if width == 390:
                self.assertGreater(seen['aside'], 100)

    def test_the_page_never_overflows_sideways(self):
        for width in (390, 700, 1400):
            self.page.size(width)
            self.assertLessEqual(self.page.js('document.scrollingElement.scrollWidth'), width)
        self.page.size(390)
        self.page.js("document.querySelector('#table-size-scaling .value').click()")
        self.assertLessEqual(self.page.js("document.querySelector('.panel').getBoundingClientRect().right"), 390)

    # ---- the switch ----

    def switch(self, value):
        self.page.click(f"document.querySelector('.bar button[value={value}]')")

    def test_the_switch_hides_the_reference_and_is_remembered(self):
        seen = """return {rows: [...document.querySelectorAll('tr.reference')].filter(e => e.checkVisibility()).length,
            cells: [...document.querySelectorAll('td.reference')].filter(e => e.checkVisibility({visibilityProperty: true})).length,
            drawings: [...document.querySelectorAll('.drawing.reference')].filter(e => e.checkVisibility()).length,
            instead: [...document.querySelectorAll('.drawing.here-only')].filter(e => e.checkVisibility()).length,
            named: document.querySelector('main').innerText.split('intel-xeon-16c-h200').length - 1,
            paragraphs: [...document.querySelectorAll('main p')].filter(e => e.checkVisibility()).map(e => e.innerText).filter(text => text.includes('intel-xeon-16c-h200')),
            sentence: [document.body.innerText.includes('Of this machine.'), document.body.innerText.includes('Of the other.')]};"""
        both = self.page.js(seen)
        for what in ('rows', 'cells', 'drawings', 'named'):
            self.assertGreater(both[what], 0, what)
        self.assertEqual((both['instead'], both['sentence']), (0, [True, True]))
        self.switch('here')
        for _ in range(2):
            here = self.page.js(seen)
            self.assertEqual([here[what] for what in ('rows', 'cells', 'drawings')], [0, 0, 0])
            self.assertEqual(here['sentence'], [True, False])
            self.assertEqual(here['paragraphs'], [])
            self.assertGreater(here['instead'], 0)
            self.assertEqual(self.page.js("document.querySelector('.bar button[value=here]').ariaPressed"), 'true')
            self.page.reload()
        # What is hidden is shown when it is asked for by its address.
        hidden = self.page.js("document.querySelector('.table.reference').id")
        self.page.go('about:blank')
        self.page.go(self.report.as_uri() + '#' + hidden)
        self.assertTrue(self.page.js(f"document.getElementById('{hidden}').checkVisibility()"))

    # ---- numbers and their samples ----

    def test_hovering_and_focus_tell_value_interval_and_point(self):
        cell = "document.querySelector('#table-size-scaling td[data-half] .value')"
        value, half = self.page.js(f"Object.values({cell}.parentElement.dataset).slice(0, 2)")
        tip = "(t => t.hidden ? '' : t.textContent)(document.getElementById('tip'))"
        self.assertEqual(self.page.js(tip), '')
        self.page.hover(cell)
        self.assertIn(f'{float(value):g}'[:5], self.page.js(tip))
        self.assertIn(' ± ', self.page.js(tip))
        self.assertIn('on own-16c', self.page.js(tip))
        self.page.hover("document.querySelector('h1')")
        self.assertEqual(self.page.js(tip), '')
        self.page.js(cell + '.focus()')
        self.assertIn(' ± ', self.page.js(tip))
        self.assertEqual(self.page.js(cell + ".getAttribute('aria-describedby')"), 'tip')
        mark = "document.querySelector('.drawing:not(.reference, .here-only) .marks a rect')"
        self.page.hover(mark)
        self.assertRegex(self.page.js(tip), r'^cpu/.*: .* from .* to ')
        self.assertEqual(self.page.js(tip).split('\n')[0], self.page.js(mark + ".parentElement.getAttribute('aria-label')"))

    def test_a_number_leads_to_its_samples(self):
        link = "document.querySelector('#table-size-scaling tbody tr:not(.reference) .value')"
        point = self.page.js(link + '.parentElement.dataset.point')
        row = self.page.js(f"return [...{link}.closest('tr').cells].slice(0, 5).map(c => c.innerText);")
        self.page.click(link)
        self.assertTrue(self.page.js("document.querySelector('.panel').open"))
        self.assertEqual(self.page.js('location.hash'), '#point-' + point)
        name = self.page.js("document.querySelector('.panel h2').textContent")
        for part in row:
            self.assertIn(part, name)
        self.assertEqual(self.page.js("document.querySelectorAll('.panel svg').length"), 1)
        self.assertGreater(len(self.page.js("document.querySelector('.panel .density').getAttribute('d')")), 100)
        self.page.key('Escape')
        self.assertFalse(self.page.js("document.querySelector('.panel').open"))
        self.assertTrue(self.page.js(f"document.activeElement === {link}"), 'focus is back')
        self.assertEqual(self.page.js('location.hash'), '')
        # By the keyboard, and again.
        self.page.key('Enter')
        self.assertTrue(self.page.js("document.querySelector('.panel').open"))
        self.page.js("document.querySelector('.panel .close').click()")
        # By its address, as one shares it.
        self.page.go('about:blank')
        self.page.go(self.report.as_uri() + '#point-' + point)
        self.assertEqual(self.page.js("document.querySelector('.panel[open] h2').textContent"), name)

    # ---- light, dark, paper ----

    def test_text_has_contrast_in_light_and_dark(self):
        for scheme in ('light', 'dark'):
            self.page.media(scheme)
            self.page.js("document.querySelector('#table-size-scaling .value').click()")
            dark = self.page.js(COLOURS + 'return light(ground(document.body)) < 0.1;')
            self.assertEqual(dark, scheme == 'dark')
            self.assertEqual(self.page.js(CONTRASTS), {})
            self.page.key('Escape')

    def test_a_button_makes_it_dark_and_figures_stay_on_white(self):
        self.page.click("document.querySelector('.bar button[value=dark]')")
        self.page.reload()
        self.assertTrue(self.page.js(COLOURS + 'return light(ground(document.body)) < 0.1;'))
        self.assertEqual(self.page.js("getComputedStyle(document.querySelector('.drawing')).backgroundColor"), 'rgb(255, 255, 255)')

    def test_paper_is_light_and_has_all_rows_and_no_buttons(self):
        self.page.media('dark')
        self.page.js("const f = document.querySelector('#table-size-scaling input'); f.value = 'nonsense'; f.dispatchEvent(new Event('input')); return 1;")
        self.page.media('dark', 'print')
        self.assertFalse(self.page.js(COLOURS + 'return light(ground(document.body)) < 0.5;'))
        self.assertEqual(self.page.js("return [...document.querySelectorAll('.bar, .filter, .link-sign, .tip, .marks')].filter(e => e.checkVisibility()).length;"), 0)
        self.assertEqual(self.page.js("return [...document.querySelectorAll('#table-size-scaling tbody tr')].filter(e => !e.checkVisibility()).length;"), 0)
        self.assertEqual(self.page.js("return [...document.querySelectorAll('.scroll')].filter(e => getComputedStyle(e).overflowX !== 'visible').length;"), 0)
        self.assertEqual(self.page.js(CONTRASTS), {})
        self.page.size(703)  # A4 less its margins: what is wider shrinks all of the report
        wide = self.page.js("return [...document.querySelectorAll('table, figure')].filter(e => e.getBoundingClientRect().right > 703).map(e => e.closest('[id]').id);")
        self.assertEqual(wide, [])
        self.assertEqual(self.page.js("getComputedStyle(document.querySelector('thead')).breakInside"), 'avoid')
        self.assertEqual(self.page.js("getComputedStyle(document.querySelector('thead button')).display"), 'contents')  # else no head is repeated

    # ---- order, names, keyboard ----

    def test_everything_is_reached_by_keyboard_and_focus_is_seen(self):
        unreachable = self.page.js("""return [...document.querySelectorAll('a, button, input, .scroll, .marks > *')].filter(
            e => e.tabIndex < 0 || e.tagName === 'A' && !e.hasAttribute('href')).map(e => e.outerHTML.slice(0, 80));""")
        self.assertEqual(unreachable, [])
        unnamed = self.page.js("""return [...document.querySelectorAll('a, button, input, .marks > *')].filter(e => !(e.getAttribute('aria-label')
            || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML.slice(0, 80));""")
        self.assertEqual(unnamed, [])
        self.page.key('Tab')
        self.assertEqual(self.page.js('document.activeElement.className'), 'skip')
        self.assertGreaterEqual(self.page.js('document.activeElement.getBoundingClientRect().left'), 0)
        self.page.key('Enter')
        self.assertEqual(self.page.js('document.activeElement.id'), 'content')
        for _ in range(3):
            self.page.key('Tab')
            self.assertNotEqual(self.page.js("getComputedStyle(document.activeElement).outlineStyle"), 'none')


if __name__ == '__main__':
    unittest.main(verbosity=1)
