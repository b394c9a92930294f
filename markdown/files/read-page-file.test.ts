import { expect, test } from 'vitest';
import { createTestFolder } from '../../tests/harness/markdown/test-content.ts';
import { createContentTree } from './content-tree.ts';
import { createPageFileReader } from './read-page-file.ts';

test('a file without read permission is reported as a problem', async () => {
  const log: string[] = [];
  const note = ({ message }: { message: string }) => log.push(message);
  const now = () => new Date();
  const refuse = () => {
    throw Object.assign(new Error('denied'), { code: 'EACCES' });
  };
  const tree = createContentTree({
    base: `${createTestFolder({ 'a.md': 'text' })}/content`,
    log: note,
    now,
    reader: createPageFileReader({
      readHead: refuse,
      log: note,
      now,
      onScheduled: () => {},
      onSaved: undefined,
    }),
    onFolder: () => undefined,
    onFolderGone: () => undefined,
  });
  await tree.refresh('');
  expect(log).toEqual(['a.md cannot be read (EACCES): check its permissions']);
  expect(tree.root.pages.get('a.md')?.problem).toBe(log[0]);
});
