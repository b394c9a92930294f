import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCorpus } from './corpus.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the given number of posts is written, two folders deep, beside a home and an about page', async () => {
  const posts = await writeCorpus(folder, 120);
  const written = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'));
  expect(written).toHaveLength(122);
  expect(written).toEqual(expect.arrayContaining(['index.md', 'about.md']));
  expect(new Set(posts.map((post) => post.path)).size).toBe(120);
  for (const post of posts) expect(relative(folder, post.file).split(/[\\/]/)).toHaveLength(4);
});

test('a post has 700 to 810 words of prose, two code blocks, a table and frontmatter', async () => {
  for (const post of await writeCorpus(folder, 40)) {
    const source = await readFile(post.file, 'utf8');
    expect(source).toMatch(/^---\ntitle: .+\ndescription: .+\ndate: \d{4}-\d\d-\d\d\ntags: \[.+\]\n---\n/);
    expect(source.match(/^```\w+$/gm)).toHaveLength(2);
    expect(source.match(/^\| --- \|/gm)).toHaveLength(1);
    const prose = source.replace(/^---[\s\S]*?\n---/, '').replace(/```[\s\S]*?```/g, '');
    const words = prose.match(/[a-z]+/gi)?.length ?? 0;
    expect(words).toBeGreaterThanOrEqual(700);
    expect(words).toBeLessThanOrEqual(810);
  }
});

test('a post has the same text whatever the number of posts', async () => {
  const few = await writeCorpus(join(folder, 'few'), 20);
  const many = await writeCorpus(join(folder, 'many'), 200);
  expect(many[2]?.title).toBe(few[2]?.title);
  expect(many[2]?.path).toBe(few[2]?.path);
  expect(await readFile(many[2]?.file ?? '', 'utf8')).toBe(await readFile(few[2]?.file ?? '', 'utf8'));
});
