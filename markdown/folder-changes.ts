/** What happens when files of a content folder are saved: they are read again, and the pages that show them are announced. */
import type { PageNames } from './articles/page-names.ts';
import {
  isPublished,
  mergeChanges,
  noChange,
  type PagesChange,
  type ReadablePage,
  type VisibleChange,
} from './files/content-files.ts';
import type { ContentTree } from './files/content-tree.ts';
import type { ContentLog } from './log.ts';
import type { PageRelations } from './page-relations.ts';
import { isPictureName, type Pictures } from './pictures/picture-files.ts';
import type { PicturePages } from './pictures/picture-pages.ts';
import type { SiteFiles } from './site-tree/site-files.ts';
import type { SiteViews } from './site-tree/site-views.ts';
import type { ThemeFile } from './theme/open-theme.ts';
import { THEME_FILE } from './theme/theme-file.ts';

/** `renewed`: pages that are others although their files are the same, because git knows another day or a name leads elsewhere. */
export type OnFolderChange = (
  pages: Set<string> | 'all',
  touched: Set<string> | 'all',
  renewed?: ReadonlySet<string>,
) => void;

export interface FolderChangesOptions {
  log: ContentLog;
  now: () => Date;
  isReplaced(): boolean;
  onChange: OnFolderChange;
  tree: ContentTree;
  files: SiteFiles;
  theme: ThemeFile;
  views: SiteViews;
  names: PageNames;
  pictures: Pictures;
  picturePages: PicturePages;
  /** Undefined during the first scan. */
  relations(): PageRelations | undefined;
}

export interface FolderChanges {
  /** Reads these paths again. */
  queue(paths: Set<string>): void;
  /** These pages have another day of their last change, though their files are the same. */
  queueDays(pages: ReadablePage[]): void;
  announce(change: VisibleChange): void;
  /** Waits for what is queued. */
  finished(): Promise<void>;
  /** Waits for what has begun. */
  close(): Promise<void>;
}

export function createFolderChanges(options: FolderChangesOptions): FolderChanges {
  const { log, now, tree, files, theme, views, names, pictures, picturePages } = options;
  let work: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function refreshPaths(paths: Set<string>): Promise<void> {
    let change: VisibleChange | undefined;
    for (const path of paths) {
      if (isClosed || options.isReplaced()) return;
      names.forget();
      if (await files.refresh(path)) change = 'all';
      // Without a name anything in the folder may have changed.
      if ((path === THEME_FILE || path === '') && theme.reload()) change = 'all';
      change = mergeChanges(change, isPictureName(path) ? refreshPicture(path) : await refreshFile(path));
    }
    options.relations()?.afterChanges(paths);
    if (change !== undefined) announce(change);
  }

  async function refreshFile(path: string) {
    const change = await tree.refresh(path);
    if (change && change !== 'all') for (const page of change.pages) picturePages.forget(page);
    return change;
  }

  function refreshPicture(path: string): VisibleChange | undefined {
    pictures.forget(path);
    const pages = [...(picturePages.pagesOf(path) ?? []), ...names.users];
    return pages.length > 0 ? { ...noChange(), pages: new Set(pages) } : undefined;
  }

  function announce(change: VisibleChange): void {
    if (isClosed) return;
    names.forget();
    const touched = views.apply(change);
    options.relations()?.redirects.refresh();
    const renewed = hasMoved(change) ? views.withUntranslated(names.users) : undefined;
    if (touched !== 'all') for (const page of renewed ?? []) touched.add(page);
    options.onChange(
      change === 'all' ? 'all' : new Set([...change.pages, ...change.hidden]),
      touched,
      renewed,
    );
  }

  /** Pages, feeds and sitemaps show the day; no list does. */
  function announceDays(pages: ReadablePage[]): void {
    if (isClosed) return;
    const change = changeOfDays(pages, now().getTime());
    const touched = views.apply(change);
    const paths = touched === 'all' ? 'all' : new Set([...touched, ...change.hidden]);
    options.onChange(new Set(), paths, change.pages);
  }

  return {
    /** Changes are handled one after the other, each batch as a whole. */
    queue(paths) {
      const report = (error: unknown) =>
        log({ level: 'error', message: `A change in the content folder was missed: ${error}` });
      work = work.then(() => refreshPaths(paths)).catch(report);
    },
    queueDays(pages) {
      work = work.then(() => announceDays(pages));
    },
    announce,
    finished: () => work,
    async close() {
      isClosed = true;
      await work;
    },
  };
}

function changeOfDays(pages: ReadablePage[], now: number): PagesChange {
  const change = noChange();
  for (const page of pages) (isPublished(page, now) ? change.pages : change.hidden).add(page.address);
  return change;
}

function hasMoved(change: VisibleChange): boolean {
  return change === 'all' || change.came.length + change.gone.length > 0;
}
