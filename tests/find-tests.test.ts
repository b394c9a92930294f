import { describe, expect, test } from 'vitest';
import { parseSource } from './architecture/parse-source.ts';
import { findTests } from './find-tests.ts';
import { listFiles, readText } from './harness/read-tree.ts';

describe('the tests of a changed file', () => {
  const files: Record<string, string> = {
    'database/driver.ts': '',
    'backend/auth/user.ts': "import '../../database/driver.ts';",
    'backend/auth/user.test.ts': "import './user.ts';",
    'running/pace.ts': '',
    'running/pace.test.ts': "const { pace } = await import('./pace.ts');",
    'tests/e2e/running.spec.ts': '',
    'tests/e2e/theme.spec.ts': "import '../harness/theme-page.ts';",
    'tests/harness/theme-page.ts': '',
  };
  const sources = Object.entries(files).map(([file, text]) => parseSource(file, text));

  test.each([
    ['database/driver.ts', ['backend/auth/user.test.ts'], []],
    ['running/pace.ts', ['running/pace.test.ts'], ['tests/e2e/running.spec.ts']],
    ['running/pace.test.ts', ['running/pace.test.ts'], ['tests/e2e/running.spec.ts']],
    ['tests/harness/theme-page.ts', [], ['tests/e2e/theme.spec.ts']],
    ['README.md', [], []],
  ])('%s', (changed, unit, browser) => {
    expect(findTests([changed], sources)).toEqual({ unit, browser });
  });
});

test('every browser test belongs to files of the program', () => {
  const files = listFiles().filter((file) => /\.tsx?$/.test(file));
  const sources = files.map((file) => parseSource(file, readText(file)));
  const program = files.filter((file) => !file.startsWith('tests/'));
  const { browser } = findTests(program, sources);
  expect(browser).toEqual(files.filter((file) => file.endsWith('.spec.ts')));
});
