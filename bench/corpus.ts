/**
 * Writes a content folder of any number of posts: 700 to 810 words, two code blocks, a table, folders two deep, frontmatter with
 * title, description, date and tags. The same number always gives the same files, and a post's text depends on its place
 * alone, so one article can be compared across sites of different size. Alone: `node bench/corpus.ts <folder> <posts>`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createText } from './corpus-text.ts';

export interface CorpusPost {
  /** The file on disk. */
  file: string;
  /** Where the site answers with it. */
  path: string;
  title: string;
}

const tags = ['notes', 'craft', 'tools', 'field', 'letters', 'maps', 'repairs', 'weather'] as const;
const filesAtOnce = 64;

export async function writeCorpus(folder: string, count: number): Promise<CorpusPost[]> {
  await writePage(join(folder, 'index.md'), 'Home', 'Where everything starts.', createText(1).paragraph(60));
  await writePage(join(folder, 'about.md'), 'About', 'Who writes here.', createText(2).paragraph(200));
  const posts = planPosts(folder, count);
  await Promise.all(
    [...new Set(posts.map((post) => dirname(post.file)))].map((path) => mkdir(path, { recursive: true })),
  );
  for (let first = 0; first < posts.length; first += filesAtOnce) {
    const batch = posts.slice(first, first + filesAtOnce);
    await Promise.all(
      batch.map((post, place) => writeFile(post.file, toMarkdown(post.title, first + place))),
    );
  }
  return posts;
}

/** The folders grow in both depths as the number of posts does: 5 × 5 for 100, 10 × 10 for 1,000, 22 × 22 for 10,000. */
function planPosts(folder: string, count: number): CorpusPost[] {
  const side = Math.ceil(Math.cbrt(count) - 1e-9);
  const perFolder = Math.ceil(count / side ** 2);
  return Array.from({ length: count }, (_, place) => {
    const leaf = Math.floor(place / perFolder);
    const folders = `shelf-${Math.floor(leaf / side) + 1}/box-${(leaf % side) + 1}`;
    const text = createText(place + 1000);
    const titleWords = `${text.words(4)} ${place + 1}`;
    const slug = titleWords.replaceAll(' ', '-');
    return {
      file: join(folder, 'posts', folders, `${(place % perFolder) + 1}.${slug}.md`),
      path: `/posts/${folders}/${slug}`,
      title: titleWords.charAt(0).toUpperCase() + titleWords.slice(1),
    };
  });
}

/** The Markdown of the post at one place of the corpus. */
export function toMarkdown(title: string, place: number): string {
  const text = createText(place + 5_000_000);
  const day = new Date(Date.UTC(2010, 0, 1 + (place % 5000))).toISOString().slice(0, 10);
  const own = [...new Set([text.pick(tags), text.pick(tags)])].join(', ');
  const list = Array.from({ length: 4 }, () => `- ${text.sentence()}`).join('\n');
  return [
    `---\ntitle: ${title}\ndescription: ${text.words(14)}\ndate: ${day}\ntags: [${own}]\n---\n`,
    text.paragraph(115),
    `## ${text.words(3)}`,
    text.paragraph(115),
    text.code(),
    text.paragraph(90),
    `## ${text.words(4)}`,
    list,
    text.paragraph(90),
    text.table(),
    `### ${text.words(2)}`,
    text.paragraph(95),
    text.code(),
    `> ${text.paragraph(20)}`,
    `## ${text.words(3)}`,
    text.paragraph(75),
    '',
  ].join('\n\n');
}

async function writePage(file: string, title: string, description: string, body: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `---\ntitle: ${title}\ndescription: ${description}\n---\n\n${body}\n`);
}

if (import.meta.main) {
  const [folder, count] = process.argv.slice(2);
  if (!folder || !(Number(count) > 0))
    throw new Error('Say where and how many: node bench/corpus.ts <folder> <posts>');
  const posts = await writeCorpus(folder, Number(count));
  console.log(`${posts.length} posts in ${folder}; the first is ${posts[0]?.path}`);
}
