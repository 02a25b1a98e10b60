"""Rounding of exact and measured numbers."""
import math
import random
import re
import sqlite3
import unittest

from renderer import numbers
from renderer.numbers import uncertain


class Measured(unittest.TestCase):
    def test_digits_follow_the_interval(self):
        for value, half, text in (
                # the half width has two digits where it begins with 1, 2 or 3, else one, and the value the same places
                (3.7812, 0.0812, '3.78 ± 0.08'), (3.7812, 0.2, '3.78 ± 0.20'), (1.9, 0.1399, '1.90 ± 0.14'), (64012.3, 5.0, '64012 ± 5'), (1234.5, 200, '1230 ± 200'),
                (0.00034567, 0.00001, '0.000346 ± 0.000010'), (163.0412, 0.0213, '163.041 ± 0.021'), (8.0, 0.25, '8.00 ± 0.25'), (8.0, 0.39, '8.00 ± 0.39'),
                (8.0, 0.4, '8.0 ± 0.4'), (100.0, 4.9, '100 ± 5'), (-3.7812, 0.0812, '-3.78 ± 0.08'), (-1234.5, 200.0, '-1230 ± 200'),
                (123456.0, 700.0, '123500 ± 700'), (9.87654e12, 2e10, '9877000000000 ± 20000000000'), (1e-7, 1e-9, '0.0000001000 ± 0.0000000010'),
                # a carry stays at its place; no half width is below a millionth
                (9.996, 0.0999, '10.00 ± 0.10'), (1.0, 0.0996, '1.00 ± 0.10'), (163.0412, 1e-9, '163.04120 ± 0.00016'), (55.4321, 0.0, '55.4 ± 0'),
                # a wide interval is shown by its ends
                (8.6, 2.6, '8.6 (6.4 to 12)'), (3.7812, 2.4, '3.8 (2.1 to 6.9)'), (0.46, 4.35, '0.46 (0.024 to 8.7)'), (10.0, 3.0, '10 (7.4 to 13)'),
                (10.0, 2.99, '10.0 ± 3.0'),
                # two digits without one; integers and texts are left alone
                (3.7812, None, '3.8'), (1234.5, None, '1200'), (-0.012345, None, '-0.012'), (9.96, None, '10'), (99.6, None, '100'),
                (0.000099999, None, '0.00010'), (5e8, None, '500000000'), (0.0, None, '0'), (0.0, 0.1, '0'),
                (12, None, '12'), (123456789, None, '123456789'), ('1.870', None, '1.870')):
            with self.subTest(value=value, half=half):
                self.assertEqual(uncertain(value, half), text)

    def test_no_measured_number_has_an_interval_of_30_percent_behind_a_sign(self):
        random.seed(1)
        for _ in range(2000):
            value, half = math.exp(random.uniform(-20, 20)), math.exp(random.uniform(-10, 3))
            text = uncertain(value, value * half)
            self.assertEqual('(' in text, half >= numbers.WIDE, text)
            self.assertNotRegex(text, '[eE]')

    def test_what_is_shown_holds_the_value_and_differs_by_half_a_digit(self):
        random.seed(2)
        for _ in range(5000):
            value = random.choice((1, -1)) * math.exp(random.uniform(-25, 25))
            half = abs(value) * math.exp(random.uniform(-12, math.log(0.29)))
            text = uncertain(value, half)
            shown, width = text.split(' ± ')
            places = len(shown.partition('.')[2])
            self.assertEqual(places, len(width.partition('.')[2]), text)
            self.assertLessEqual(abs(float(shown) - value), max(0.126 * half, 0.5001 * 10.0 ** -places), text)
            self.assertLessEqual(abs(float(width) - half), max(0.126 * half, abs(value) / 1e6), text)


class Faster(unittest.TestCase):
    def test_a_factor_surely_below_1_is_given_as_its_inverse(self):
        for value, half, text in ((3.8, 0.2, '3.80 ± 0.20 times as fast'), (0.25, 0.0125, '4.00 ± 0.20 times slower'), (0.9, 0.2, '0.90 ± 0.20 times as fast'),
                                  (0.25, None, '0.25 times as fast'), (None, None, None)):
            self.assertEqual(numbers.sql_faster(value, half), text)
        self.assertEqual(numbers.sql_faster(3.8, 0.2, 'one'), '3.80 ± 0.20 times as fast as one')
        self.assertEqual(numbers.sql_faster(0.25, 0.0125, 'one'), '4.00 ± 0.20 times slower than one')


class Ends(unittest.TestCase):
    def test_are_as_far_up_as_down_in_the_logarithm(self):
        low, high = numbers.ends(2.0, 3.0)
        self.assertAlmostEqual(low * high, 4.0)
        self.assertAlmostEqual(high - low, 6.0)  # the width of the interval stays
        self.assertGreater(low, 0)

    def test_are_the_value_where_the_half_is_zero(self):
        self.assertEqual(numbers.ends(2.0, 0.0), (2.0, 2.0))

    def test_of_zero_are_added(self):
        self.assertEqual(numbers.ends(0.0, 2.0), (-2.0, 2.0))


class Significant(unittest.TestCase):
    def test_text(self):
        for value, digits, text in ((1234.0, 2, '1200'), (1234.0, 3, '1230'), (0.01234, 3, '0.0123'), (-9.996, 3, '-10.0'), (5.0, 1, '5')):
            with self.subTest(value=value):
                self.assertEqual(numbers.significant(value, digits), text)


class Exact(unittest.TestCase):
    def test_digits(self):
        for value, digits, text in (
                (9.9996, 4, '10.00'), (9.99996, 4, '10.00'), (9.9994, 4, '9.999'), (12345.6, 4, '12346'), (1234.5678, 4, '1235'), (0.25, 4, '0.2500'),
                (-3.14159, 4, '-3.142'), (100.0, 4, '100.0'), (1e20, 4, '100000000000000000000'), (0.0, 4, '0.0'), (0.00012345, 4, '0.0001234'),
                (9.996, 3, '10.0'), (0.99951, 3, '1.00'), (2 / 3, 3, '0.667'), (123456.7, 3, '123457'), (123456, 4, '123456'), ('cpu/naive', 4, 'cpu/naive')):
            with self.subTest(value=value):
                self.assertEqual(numbers.rounded(value, digits), text)

    def test_no_exponent_and_never_fewer_digits_than_asked(self):
        random.seed(3)
        for _ in range(2000):
            value = math.exp(random.uniform(-13, 40))
            text = numbers.rounded(value)
            self.assertRegex(text, r'^\d+(\.\d+)?$')
            self.assertLess(abs(float(text) / value - 1), 0.00051, text)


class InSql(unittest.TestCase):
    def test_rounded(self):
        database = sqlite3.connect(':memory:')
        database.create_function('rounded', -1, numbers.sql_rounded, deterministic=True)
        found = database.execute("SELECT rounded(2.0 / 3), rounded(2.0 / 3, 0.01), rounded(2.0 / 3, NULL), rounded(NULL), rounded(NULL, 0.1), "
                                 "rounded(8.6, 4.0), rounded(7), rounded('text', 0.1)").fetchone()
        self.assertEqual(found, ('0.667', '0.667 ± 0.010', '0.67', None, None, '8.6 (5.5 to 13)', '7', 'text'))


if __name__ == '__main__':
    unittest.main()
