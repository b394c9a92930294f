import { readFile } from 'node:fs/promises';
import type { PageSource } from '../document.ts';
import { type ReadablePage, stateOf } from '../files/content-files.ts';
import { updatedOf } from '../files/last-change.ts';
import { withoutMark } from '../files/read-file-head.ts';
import { parsePageMetadata } from '../frontmatter/parse-metadata.ts';
import { splitSource } from '../frontmatter/split-source.ts';
import { removeHiddenText } from '../hidden-text.ts';
import { removeModules } from '../parse/mdx-modules.ts';
import type { ReadBody } from './read-body.ts';
import { type AddressResolverOptions, createAddressResolver } from './resolve-addresses.ts';

export interface SourceReaderOptions extends AddressResolverOptions {
  toAbsolute: (file: string) => string;
  readBody: ReadBody;
  now: () => Date;
}

export type ReadSource = (page: ReadablePage) => Promise<PageSource | undefined>;

/** Undefined: the file is gone or broken, or it was saved as a draft a moment ago. */
export function createSourceReader(options: SourceReaderOptions): ReadSource {
  const resolveAddresses = createAddressResolver(options);

  return async function readSource(page) {
    const file = options.toAbsolute(page.file);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined || page.problem !== undefined) return undefined;
    const source = withoutMark(text);
    const { metadata } = parsePageMetadata(source, page.readableName);
    if (stateOf({ ...page, metadata }, options.now().getTime()) !== 'published') return undefined;
    const read = await options.readBody(file).catch(() => undefined);
    if (!read || !('body' in read)) return undefined;
    const { pictures, links } = await resolveAddresses(page, read.body);
    const { body } = splitSource(source);
    const addresses = new Map<string, string>();
    for (const [address, href] of links) if (href !== undefined) addresses.set(address, href);
    for (const [address, picture] of pictures) if (picture) addresses.set(address, picture.src);
    return {
      markdown: file.endsWith('.mdx')
        ? removeModules(removeHiddenText(body, true))
        : removeHiddenText(body, false),
      metadata,
      updated: updatedOf({ ...page, metadata }),
      addresses,
    };
  };
}
