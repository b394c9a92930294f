import { expect, test } from 'vitest';
import { openTestSearch } from '../../tests/harness/markdown/test-search.ts';

test('a question is answered from the pages of one language, corrections and totals too', async () => {
  const { search } = await openTestSearch(
    {
      'posts/winter.md': '# Winter\n\nSnow on the veranda.\n',
      'de/posts/winter.md': '# Winter\n\nSchneefall auf der Veranda.\n',
    },
    { languages: ['de'] },
  );
  const find = (question: string, prefix: string) =>
    search.find(question, { audience: 'public', limit: 10, prefix });
  expect(find('winter', '')).toMatchObject({ total: 1, results: [{ path: '/posts/winter' }] });
  expect(find('winter', '/de')).toMatchObject({ total: 1, results: [{ path: '/de/posts/winter' }] });
  expect(find('schneefal', '/de')).toMatchObject({ total: 1 });
  expect(find('schnefall', '/de')).toMatchObject({ corrected: 'schneefall' });
  expect(find('schneefall', '')).toMatchObject({ total: 0 });
  expect(find('schnefall', '')).not.toHaveProperty('corrected');
});
