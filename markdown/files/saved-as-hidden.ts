import { hasWholeMetadata, parsePageMetadata } from '../frontmatter/parse-metadata.ts';
import { type ReadablePage, stateOf } from './content-files.ts';
import { isSameStamp, type ReadFileHead } from './read-file-head.ts';

export interface SavedAsHiddenOptions {
  toAbsolute: (file: string) => string;
  readHead: ReadFileHead;
  now: () => Date;
}

/**
 * True for a published page whose file was saved a moment ago as a draft or for later. The change is not announced yet, so the page is still
 * named, and its new text must not be shown.
 */
export function createSavedAsHidden({ toAbsolute, readHead, now }: SavedAsHiddenOptions) {
  return function isSavedAsHidden(page: ReadablePage): boolean {
    const time = now().getTime();
    if (!page.stamp || stateOf(page, time) !== 'published') return false;
    try {
      const head = readHead(toAbsolute(page.file), hasWholeMetadata);
      if (isSameStamp(head.stamp, page.stamp) || !('text' in head)) return false;
      const { metadata } = parsePageMetadata(head.text, page.readableName);
      return metadata !== undefined && stateOf({ ...page, metadata }, time) !== 'published';
    } catch {
      // The file is gone: the last version that was read is shown until that is announced.
      return false;
    }
  };
}
