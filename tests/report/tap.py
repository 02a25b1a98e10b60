"""Runs one file of unit tests and prints TAP, with each test's time as bats prints it: tests/report/tap.py test_numbers.py [PART_OF_A_NAME...]"""
import gc
import os
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'report')]
sys.dont_write_bytecode = True


class Tap(unittest.TestResult):
    """A line per test. An error outside a test (setUpClass) is a failed test; those that it prevented are missing from the plan."""

    number, failed = 0, False

    def startTest(self, test):
        super().startTest(test)
        self.print_errors()
        self.started = time.time()

    def stopTest(self, test):
        super().stopTest(test)
        reason = ''.join(f' # skip {reason}' for _, reason in self.skipped)
        self.print_line(f'{type(test).__name__}: {test._testMethodName.removeprefix("test_").replace("_", " ")}', self.started, reason)

    def print_errors(self):
        """Those outside a test."""
        if self.errors:
            self.print_line(str(self.errors[0][0]), time.time())

    def print_line(self, name, started, reason=''):
        faults = self.failures + self.errors + [(test, 'unexpected success') for test in self.unexpectedSuccesses]
        self.number, self.failed = self.number + 1, self.failed or bool(faults)
        print(f'{"not ok" if faults else "ok"} {self.number} {name} in {round(1000 * (time.time() - started))}ms{reason}')
        for test, fault in faults:
            print(''.join(f'# {line}\n' for line in f'{test}\n{fault}'.splitlines()), end='', flush=True)
        self.failures, self.errors, self.skipped, self.unexpectedSuccesses = [], [], [], []


def main():
    gc.disable()  # as the report does
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f'*{name.replace(" ", "_")}*' for name in sys.argv[2:]] or None
    suite = loader.loadTestsFromName(os.path.basename(sys.argv[1]).removesuffix('.py'))
    print(f'1..{suite.countTestCases()}')
    result = Tap()
    suite.run(result)
    result.print_errors()
    return 0 if result.testsRun and not result.failed else 1


if __name__ == '__main__':
    sys.exit(main())
