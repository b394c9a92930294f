import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { repository } from '../../../tests/harness/read-tree.ts';

/** The pages of this repository, and variants of them that editors like to "repair". */
function collectFiles(): Record<string, Uint8Array> {
  const folder = join(repository, 'content');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:\.md|\.navigation\.yml|^redirects\.yml)$/.test(file))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file))] as const);
  const files: Record<string, Uint8Array> = Object.fromEntries(pages);
  const ofPages = pages.filter(([file]) => file.endsWith('.md'));
  for (const [index, [, bytes]] of ofPages.entries()) {
    const text = bytes.toString('utf8');
    files[`variants/crlf-${index}.md`] = Buffer.from(text.replaceAll('\n', '\r\n'));
    files[`variants/mark-${index}.md`] = Buffer.from(`\ufeff${text}`);
    files[`variants/no-end-${index}.md`] = Buffer.from(text.trimEnd());
    files[`variants/spaces-${index}.md`] = Buffer.from(`${text.replaceAll('\n', ' \t\n')}\n\n\n`);
    files[`variants/mixed-${index}.md`] = Buffer.from(
      text.replace(/\n/g, (_, at: number) => (at % 2 === 0 ? '\n' : '\r\n')),
    );
    files[`variants/toml-${index}.md`] = Buffer.from(`+++\ntitle = "Page ${index}" # a remark\n+++\n${text}`);
  }
  return {
    ...files,
    'variants/empty.md': Buffer.from(''),
    'variants/nul.md': Buffer.from('a\0b\x01\x7f\u0085\u2028\u2029\n'),
    'variants/old-mac.md': Buffer.from('# One\r\rTwo\r'),
    'variants/composed-é.md': Buffer.from('é'),
    'variants/decomposed-e\u0301.md': Buffer.from('e\u0301'),
    'variants/日本語 の ページ.md': Buffer.from('𠮷野家 👩‍👩‍👧 \ufffd \ufeff\n'),
    'variants/a+b & c=d#e 100%.md': Buffer.from('---\n---\n'),
    'variants/broken.md': Buffer.from('---\ntitle: [\n'),
    'variants/שלום.md': Buffer.from('# שלום\n'),
    'variants/-rf.md': Buffer.from('text'),
  };
}

const files = collectFiles();
const admin = startAdmin(files);

test('more than 200 files opened and saved unchanged, and changed and changed back: no byte differs', async () => {
  const save = (file: string, text: string, hash: string) =>
    admin().call('/content/file', {
      method: 'PUT',
      query: { file },
      headers: { 'if-match': `"${hash}"` },
      body: { text },
    });
  expect(Object.keys(files).length).toBeGreaterThan(200);
  const different: string[] = [];
  for (const [file, bytes] of Object.entries(files)) {
    const path = join(admin().contentFolder, file);
    const { status, body } = await admin().call('/content/file', { query: { file } });
    expect([file, status]).toEqual([file, 200]);
    const same = await save(file, body.text, body.hash);
    if (same.status !== 200 || !readFileSync(path).equals(bytes)) different.push(`${file} unchanged`);
    // What is not changed is not written: so each file is written twice as well.
    const longer = await save(file, `${body.text}x`, same.body.hash);
    if (!readFileSync(path).equals(Buffer.concat([bytes, Buffer.from('x')])))
      different.push(`${file} longer`);
    const back = await save(file, body.text, longer.body.hash);
    if (back.body.hash !== body.hash || !readFileSync(path).equals(bytes)) different.push(`${file} back`);
  }
  expect(different).toEqual([]);
});
