"""Runs one file of unit tests and prints TAP, with each test's time as bats prints it: tests/report/tap.py test_numbers.py [PART_OF_A_NAME...]"""
import os
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'report')]
sys.dont_write_bytecode = True


class Tap(unittest.TestResult):
    """A line per test. An error outside a test (setUpClass) is a failed test; those that it prevented are missing from the plan."""

    def __init__(self):
        super().__init__()
        self.number = 0

    def startTest(self, test):
        super().startTest(test)
        self.started, self.faults, self.reason = time.time(), [], None

    def stopTest(self, test):
        super().stopTest(test)
        name = f'{type(test).__name__}: {test._testMethodName.removeprefix("test_").replace("_", " ")}'
        self.line(name, self.faults, self.reason, round(1000 * (time.time() - self.started)))

    def line(self, name, faults, reason, milliseconds):
        self.number += 1
        skipped = f' # skip {reason}' if reason else ''
        print(f'{"not ok" if faults else "ok"} {self.number} {name} in {milliseconds}ms{skipped}')
        for fault in faults:
            print(''.join(f'# {line}\n' for line in fault.splitlines()), end='')
        sys.stdout.flush()

    def addError(self, test, err):
        super().addError(test, err)
        if isinstance(test, unittest.TestCase):
            self.faults.append(self.errors[-1][1])
        else:
            self.line(str(test), [self.errors[-1][1]], None, 0)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.faults.append(self.failures[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            found = self.failures if issubclass(err[0], test.failureException) else self.errors
            self.faults.append(f'{subtest}\n{found[-1][1]}')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase) and hasattr(self, 'started'):
            self.reason = reason

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.faults.append('unexpected success\n')


def main():
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f'*{name.replace(" ", "_")}*' for name in sys.argv[2:]] or None
    suite = loader.loadTestsFromName(os.path.basename(sys.argv[1]).removesuffix('.py'))
    print(f'1..{suite.countTestCases()}')
    result = Tap()
    suite.run(result)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == '__main__':
    sys.exit(main())
