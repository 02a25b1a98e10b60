"""Chapters and sentences: templates filled by queries."""
import unittest

from hostile import TEXTS
from renderer import escape
from renderer.chapters import HERE, THERE, Chapters, sections_with_data, unmarked
from renderer.study import StudyError
from small import Small


class ChapterTest(Small):
    def chapters(self, page=False, figures=None):
        return Chapters(self.study, {}, figures or {}, page)

    def say(self, template, page=False):
        self.write('templates/sentences/try.md', template)
        return unmarked(self.chapters(page).say('try'))

    def render(self, template, page=False, figures=None):
        self.write('templates/00-try.md', template)
        return self.chapters(page, figures).render(['00-try.md'])


EACH = '''{% set query %}
SELECT a AS threads, b AS variant, c AS over_own, d AS over_own_half, e AS origin FROM data ORDER BY a
{% endset %}
{% call(r) each(query) %}
'''


class Sentences(ChapterTest):
    def test_one_per_row_with_values_as_their_intervals_say(self):
        self.rows((2, 'cpu/packed', 1.97123, 0.02, ''), (16, 'cpu/packed', 8.61, 2.7, ''))
        said = self.say(EACH + 'With {{ r.threads }} threads {{ r.variant }} is {{ r.over_own }} times as fast\nas with one.\n{% endcall %}\n')
        self.assertEqual(said, 'With 2 threads cpu/packed is 1.971 ± 0.020 times as fast as with one. '
                         'With 16 threads cpu/packed is 8.6 (6.3 to 12) times as fast as with one.')

    def test_a_null_leaves_the_whole_sentence_out(self):
        self.rows((2, 'cpu/packed', None, None, ''), (4, None, 2.0, 0.1, ''), (8, 'cpu/ikj', 3.0, 0.1, ''))
        self.assertEqual(self.say(EACH + '{{ r.variant }} is {{ r.over_own }} times as fast.\n{% endcall %}'),
                         'cpu/ikj is 3.00 ± 0.10 times as fast.')

    def test_all_null_is_nothing(self):
        self.rows((2, 'cpu/packed', None, None, ''))
        self.assertEqual(self.say(EACH + '{{ r.variant }} is {{ r.over_own }} times as fast.\n{% endcall %}'), '')

    def test_without_rows_there_is_nothing(self):
        self.study.database.execute('CREATE TABLE data (a, b, c, d, e)')
        self.assertEqual(self.say(EACH + 'A sentence.{% endcall %}'), '')

    def test_an_optional_clause_is_left_out_alone(self):
        self.rows((2, 'cpu/packed', None, None, ''), (4, 'cpu/packed', 2.0, None, ''))
        said = self.say(EACH + 'With {{ r.threads }} threads{% if r.over_own %} it is {{ r.over_own }} times as fast{% endif %}.\n{% endcall %}')
        self.assertEqual(said, 'With 2 threads. With 4 threads.')

    def test_a_misspelled_column_is_an_error(self):
        self.rows((2, 'cpu/packed', 1.0, None, ''))
        for body in ('{{ r.varient }}', '{% if r.varient %}x{% endif %}', '{{ unknown }}', '{{ r.over_own_hlaf }}'):
            with self.subTest(body=body), self.assertRaisesRegex(StudyError, 'report/templates/sentences/try.md failed: .*(varient|unknown|hlaf)'):
                self.say(EACH + body + '{% endcall %}')

    def test_a_misspelled_column_is_an_error_beside_a_null(self):
        self.rows((2, None, 1.0, None, ''))
        with self.assertRaisesRegex(StudyError, 'varient'):
            self.say(EACH + '{{ r.varient }} {{ r.variant }}{% endcall %}')

    def test_a_query_or_template_that_fails_is_an_error(self):
        for template in ("{% call(r) each('SELECT nonsense') %}x{% endcall %}", '{{ value("SELECT nonsense") }}', '{% call(r) each(',
                         '{{ table("missing") }}', '{{ say("missing") }}', '{{ nonsense() }}'):
            with self.subTest(template=template), self.assertRaises(Exception):
                self.say(template)

    def test_other_numbers(self):
        self.rows((1234567, 2 / 3, 9.996, 0.0))
        self.assertEqual(self.say("{% call(r) each('SELECT * FROM data') %}{{ r.a }} {{ r.b }} {{ r.c }}.{% endcall %}"), '1234567 0.667 10.0.')

    def test_numbers_compare_as_numbers(self):
        self.rows((3, 2.5))
        template = "{% call(r) each('SELECT * FROM data') %}{% if r.a > 2 %}more{% endif %}{% if r.b > 3 %} no{% endif %}.{% endcall %}"
        self.assertEqual(self.say(template), 'more.')

    def test_a_single_value(self):
        self.assertEqual(self.say("Of {{ value('SELECT 12') }} points {{ value('SELECT 2.0 / 3') }}."), 'Of 12 points 0.667.')

    def test_plain_for_a_terminal(self):
        self.rows(('<b>*x*',), ('a_b',))
        self.write('templates/sentences/try.md', "{% call(r) each('SELECT a FROM data ORDER BY rowid') %}**Of** {{ r.a }}.{% endcall %}\n")
        self.assertEqual(self.chapters().plain('try'), 'Of <b>*x*. Of a_b.\n')

    def test_the_joint(self):
        self.rows((1,), (2,), (3,))
        self.assertEqual(self.say("{% call(r) each('SELECT a FROM data ORDER BY a', joint=', ') %}n {{ r.a }}{% endcall %}"), 'n 1, n 2, n 3')

    def test_lines_of_a_paragraph_are_joined(self):
        self.assertEqual(self.say('One.\nTwo.\n\n'), 'One. Two.')


class Texts(ChapterTest):
    def test_a_text_of_data_is_escaped_and_never_a_template(self):
        texts = [text for text in TEXTS if len(text) < 300]
        self.rows(*((text,) for text in texts))
        said = self.say("{% call(r) each('SELECT a FROM data ORDER BY rowid', joint='\x1f') %}Of {{ r.a }}.{% endcall %}")
        self.assertEqual(said.split('\x1f'), [f'Of {escape.markdown(text)}.'.replace('  ', ' ') for text in texts])

    def test_a_single_value_is_escaped(self):
        self.assertEqual(self.say("{{ value(\"SELECT '<b>*x*'\") }}"), escape.markdown('<b>*x*'))

    def test_markup_of_the_template_stays(self):
        self.assertEqual(self.say('**Good** `x` [a](#b).'), '**Good** `x` [a](#b).')


class Tone(ChapterTest):
    template = "{% call(r) each('SELECT a, b AS origin FROM data ORDER BY rowid') %}It is {{ r.a }}.{% endcall %}"

    def setUp(self):
        super().setUp()
        self.rows((1, 'here'), (2, 'reference'), (3, None))

    def test_a_sentence_of_the_reference_has_its_tone_on_the_page(self):
        self.assertEqual(self.say(self.template, page=True), 'It is 1. <span class="reference">It is 2.</span> It is 3.')

    def test_elsewhere_it_is_plain(self):
        self.assertEqual(self.say(self.template), 'It is 1. It is 2. It is 3.')

    def test_a_clause(self):
        template = "{% call(r) each('SELECT a, b FROM data ORDER BY rowid') %}{{ r.a }}{% call tone(r.b) %} there{% endcall %}.{% endcall %}"
        self.assertEqual(self.say(template, page=True).replace('<span class="reference"> there</span>', '#'), '1 there. 2#. 3 there.')
        self.assertEqual(self.say(template), '1 there. 2 there. 3 there.')

    def test_a_null_in_a_clause_leaves_the_sentence_out(self):
        self.assertEqual(self.say("{% call(r) each('SELECT a, nullif(a, 2) AS b FROM data ORDER BY rowid') %}{{ r.a }}"
                                  "{% call tone('reference') %} {{ r.b }}{% endcall %}.{% endcall %}"), '1 1. 3 3.')


class Sections(ChapterTest):
    def test_a_section_without_data_disappears_with_its_prose(self):
        text = f'# A\n\nProse.\n\n## B\n\nMore prose.\n\n## C\n\n{HERE}Data.\n\n# D\n\nProse of D.\n\n## E\n\nNone.\n'
        self.assertEqual(sections_with_data(text), '# A\n\nProse.\n\n## C\n\nData.\n')

    def test_what_stands_before_the_first_heading_stays(self):
        self.assertEqual(sections_with_data(f'Before.\n\n# A\n\nProse.\n\n# B\n{HERE}x'), 'Before.\n\n# B\nx\n')

    def test_a_section_with_data_below_a_deeper_heading_stays(self):
        self.assertEqual(sections_with_data(f'# A\n\n### B\n\n{HERE}x\n\n## C\n\nnone\n'), '# A\n\n### B\n\nx\n')

    def test_no_mark_of_ours_remains(self):
        self.assertNotIn(HERE, sections_with_data(f'{HERE}a\n\n# B {HERE}\n{HERE}'))

    def test_of_tables_sentences_and_prose(self):
        self.rows((1, 2.5), (2, 3.5))
        self.write('queries/some.sql', '-- title: Some.\nSELECT a AS n, b AS x FROM data ORDER BY a')
        self.write('queries/none.sql', '-- title: None.\nSELECT a AS n FROM data WHERE 0')
        self.write('templates/sentences/none.md', "{% call(r) each('SELECT a FROM data WHERE 0') %}x{% endcall %}")
        self.write('templates/sentences/some.md', "{% call(r) each('SELECT max(a) AS a FROM data') %}Up to {{ r.a }}.{% endcall %}")
        text = self.render("# One\n\n{{ table('none') }}\n\n{{ say('none') }}\n\n# Two\n\nProse.\n\n{{ table('some') }}\n\n"
                           "# Three\n\n{{ say('some') }}\n")
        self.assertEqual(text.split('\n\n'), ['# Two', 'Prose.', '**Table 1. Some.**', '| n | x |\n|---:|---:|\n| 1 | 2.500 |\n| 2 | 3.500 |',
                                              '# Three', 'Up to 2.\n'])

    def test_a_section_whose_only_sentence_lacks_a_value_disappears(self):
        self.rows((None,))
        self.assertEqual(self.render("# One\n\nProse.\n\n{% call(r) each('SELECT a FROM data') %}It is {{ r.a }}.{% endcall %}\n").strip(), '')

    def test_tables_are_counted_and_those_without_rows_are_not(self):
        for name, where in (('a', '1'), ('b', '0'), ('c', '1')):
            self.write(f'queries/{name}.sql', f'-- title: T {name}.\nSELECT 1 AS n WHERE {where}')
        text = self.render("{{ table('a') }}\n\n{{ table('b') }}\n\n{{ table('c') }}")
        self.assertEqual([line for line in text.splitlines() if line.startswith('**')], ['**Table 1. T a.**', '**Table 2. T c.**'])

    def test_tables_are_html_on_the_page(self):
        self.write('queries/a.sql', "-- title: Title.\nSELECT '<b>' AS n")
        text = self.render("{{ table('a') }}", page=True)
        self.assertIn('```{=html}\n<div class="table"', text)
        self.assertIn('>&lt;b&gt;<', text)

    def test_a_facet_of_a_table(self):
        self.rows((1, 'x'), (2, 'y'))
        self.write('queries/a.sql', '-- title: Title.\nSELECT a AS n, b AS facet FROM data ORDER BY a')
        self.assertIn('| 2 |', self.render("{{ table('a', 'y') }}"))
        self.assertNotIn('| 1 |', self.render("{{ table('a', 'y') }}"))
        self.assertEqual(self.render("# H\n\n{{ table('a', 'z') }}").strip(), '')


    def test_a_section_of_the_reference_is_marked_on_the_page_only(self):
        text = f'# A\n\n{HERE}a\n\n## B\n\nProse.\n\n{THERE}b\n\n### C\n\n{THERE}c\n\n# D\n\n{HERE}{THERE}d\n\n# E\n\n{THERE}e'
        self.assertEqual(sections_with_data(text, True), '# A\n\na\n\n::: reference\n\n## B\n\nProse.\n\nb\n\n### C\n\nc\n\n:::\n\n# D\n\nd\n\n'
                         '::: reference\n\n# E\n\ne\n:::\n')
        self.assertNotIn(':::', sections_with_data(text))


class Failures(ChapterTest):
    def test_a_sentence_that_fails_is_named_and_the_rest_is_made(self):
        self.write('templates/sentences/bad.md', "Before. {% call(r) each('SELECT nonsense') %}x{% endcall %}")
        self.write('templates/sentences/good.md', "{{ value('SELECT 1') }} is good.")
        self.write('templates/00-a.md', "{{ say('bad') }}{{ say('good') }}")
        self.write('templates/01-b.md', "{{ value('SELECT wrong') }}")
        failed = []
        text = Chapters(self.study, {}, {}, False, lambda error: failed.append(str(error))).render(['00-a.md', '01-b.md'])
        self.assertEqual(text, '1 is good.\n')
        self.assertEqual(failed, ['report/templates/sentences/bad.md failed: no such column: nonsense',
                                  'report/templates/01-b.md failed: no such column: wrong'])

    def test_a_null_outside_of_a_sentence_is_an_error(self):
        with self.assertRaisesRegex(StudyError, 'try.md failed: a value is NULL'):
            self.say('{{ value("SELECT NULL") }}')

    def test_a_table_that_failed_is_named_in_its_place(self):
        self.write('templates/00-a.md', "# A\n\n{{ table('bad') }}\n\n{{ table('good') }}")
        self.write('queries/good.sql', '-- title: Good.\nSELECT 1 AS n')
        text = Chapters(self.study, {'bad': None}, {}, False).render(['00-a.md'])
        self.assertTrue(text.startswith('# A\n\nTable bad could not be made.\n\n**Table 1. Good.**'), text)


class Facet:
    """What chapters need of a figure's facet."""

    def __init__(self, name, own=False, reference=False):
        self.name, self.own, self.is_reference, self.file, self.seen = name, own, reference, f'try-{name}', f'Seen [in] {name}'

    def html(self):
        return f'<svg>{self.name}</svg>'


class Figure:
    def __init__(self, *facets):
        self.facets = facets

    def captions(self, facets):
        return [(f'Of *{len(facets)}*.', False)]


class Figures(ChapterTest):
    figures = {'try': Figure(Facet('a'), Facet('b', own=True), Facet('c', reference=True))}

    def test_markdown_names_the_files(self):
        self.assertEqual(self.render("{{ figure('try') }}", figures=self.figures),
                         '![Seen \\[in\\] a](figures/try-a.svg)\n![Seen \\[in\\] c](figures/try-c.svg)\n\n**Figure 1.** Of \\*2\\*.\n')

    def test_the_users_own_facets_apart(self):
        text = self.render("{{ figure('try', own=True) }}", figures=self.figures)
        self.assertIn('try-b.svg', text)
        self.assertNotIn('try-a.svg', text)

    def test_the_page_has_the_drawing_and_the_tone_of_its_machine(self):
        self.assertEqual(self.render("{{ figure('try') }}", page=True, figures=self.figures),
                         '```{=html}\n<figure id="figure-try"><svg>a</svg><svg>c</svg>\n```\n\n<figcaption>\n\n'
                         '**Figure 1.** Of \\*2\\*.\n\n</figcaption>\n</figure>\n')
        self.assertIn('<figure class="reference" id="figure-try"><svg>c</svg>',
                      self.render("{{ figure('try') }}", page=True, figures={'try': Figure(Facet('c', reference=True))}))

    def test_without_figures_their_section_disappears(self):
        self.assertEqual(self.render("# H\n\n{{ figure('try') }}").strip(), '')
        self.assertEqual(self.render("# H\n\n{{ figure('try', own=True) }}", figures={'try': Figure(Facet('a'))}).strip(), '')


if __name__ == '__main__':
    unittest.main()
