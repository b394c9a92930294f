import { isUtf8 } from 'node:buffer';
import { hash as toHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { MAX_FILE_BYTES, NOT_UTF8, tooLarge, withoutMark } from '../files/read-file-head.ts';
import { findFirstHeading } from '../frontmatter/find-first-heading.ts';
import { readFrontmatter } from '../frontmatter/read-frontmatter.ts';
import { splitSource } from '../frontmatter/split-source.ts';
import { toFacts } from '../parse/page-facts.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import type { ParseMarkdown } from '../parse/parse-markdown.ts';
import type { RenderCache } from './render-cache.ts';

/** The body of a file as it is on disk now, with the hash of its bytes; or what is wrong with it. */
export type ReadBody = (file: string) => Promise<{ hash: string; body: ParsedBody } | { fault: string }>;

export function createBodyReader(render: ParseMarkdown, cache: RenderCache): ReadBody {
  return async function readBody(file) {
    // Synchronous: for a page of a few kilobytes a read through the thread pool takes several times as long.
    const bytes = readUpTo(file, MAX_FILE_BYTES);
    if (typeof bytes === 'number') return { fault: tooLarge(bytes) };
    if (!isUtf8(bytes)) return { fault: NOT_UTF8 };
    const isMdx = file.endsWith('.mdx');
    // The same text means something else in a file of the other kind.
    const hash = toHash('sha256', bytes, 'hex') + (isMdx ? ' mdx' : '');
    const known = cache.find(hash);
    if (known) return { hash, body: known };
    const body = await renderSource(withoutMark(bytes.toString('utf8')), render, isMdx);
    cache.store(hash, body);
    return { hash, body };
  };
}

/** The bytes of a file, or its size if it is too large. The path is resolved once. */
function readUpTo(file: string, largest: number): Buffer | number {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    return size > largest ? size : readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** `text`: a whole file, without a mark. */
export async function renderSource(text: string, render: ParseMarkdown, isMdx: boolean): Promise<ParsedBody> {
  const source = splitSource(text);
  const { body, bodyLine } = source;
  return render({
    markdown: body,
    firstLine: bodyLine,
    isMdx,
    title() {
      const title = readFrontmatter(source).fields.title?.trim();
      if (title !== undefined) return { text: title };
      return findFirstHeading(body) ?? {};
    },
    facts() {
      const { fields, extra } = readFrontmatter(source);
      const title = fields.title ?? findFirstHeading(body)?.text;
      return toFacts({ ...extra, ...fields, ...(title !== undefined && { title }) });
    },
  });
}
