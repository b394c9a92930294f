import type { Audience } from '../files/content-files.ts';
import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import type { IndexReader } from './index-reader.ts';

/**
 * The pages of the rows of the index in one language that an audience may know of, by the id of the row: those of pages that are visible now, and made of the version that
 * is visible now. A page that was deleted, retracted or saved again is gone from every answer at once, though the index has it still.
 */
export type VisibleRows = readonly (NamedPage | undefined)[];

export interface VisibleRowsOptions {
  visiblePages: (audience: Audience) => Pick<VisiblePages, 'pages'>;
  /** Grows with each change of the content. */
  revision: () => number;
}

/** Called within a snapshot of the index. */
export function createVisibleRows({ visiblePages, revision }: VisibleRowsOptions) {
  const made = new Map<
    string,
    {
      rows: VisibleRows;
      pages: readonly NamedPage[];
      revision: number;
      generation: number;
      reader: IndexReader;
    }
  >();

  return function visibleRows(
    { audience, prefix }: { audience: Audience; prefix: string },
    reader: IndexReader,
  ): VisibleRows {
    const key = `${audience} ${prefix}`;
    const versions = reader.versions();
    const pages = visiblePages(audience).pages();
    const last = made.get(key);
    const { generation } = reader;
    const now = revision();
    if (
      last &&
      last.reader === reader &&
      last.pages === pages &&
      last.revision === now &&
      last.generation === generation
    )
      return last.rows;
    const rows: NamedPage[] = [];
    for (const page of pages) {
      const row = versions.get(page.path);
      if (row && row.version === page.version && !page.broken && page.prefix === prefix) rows[row.id] = page;
    }
    made.set(key, { rows, pages, revision: now, generation, reader });
    return rows;
  };
}
