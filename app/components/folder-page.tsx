import type { Article, LocalNavigation as Navigation, PageList } from '../../markdown/document.ts';
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { EntryList } from './entry-list.tsx';
import { NavigationBrowser } from './navigation-browser.tsx';
import { Prose } from './prose/prose.tsx';

interface FolderPageProps {
  list: PageList;
  intro?: Article;
  navigation?: Navigation;
}

/** A folder: its own text where there is one, its subfolders and its pages. */
export function FolderPage({ list, intro, navigation }: FolderPageProps) {
  const above = (navigation?.trail ?? []).filter(({ path }) => path !== list.path);
  const description = intro?.description ?? list.description;
  return (
    <div className="frame axis">
      <Breadcrumbs trail={above} />
      <h1 className="title">{list.title}</h1>
      {description && <p className="standfirst">{description}</p>}
      {intro && intro.body.html !== '' && list.page === 1 && (
        <div className="mt-l">
          <Prose body={intro.body} />
        </div>
      )}
      {list.folders.length > 0 && <Folders folders={list.folders} />}
      <div className="mt-xl">
        {list.pages.length > 0 && <EntryList pages={list.pages} level={2} />}
        {list.pages.length === 0 && list.folders.length === 0 && (
          <p className="text-soft">Nothing has been written here yet.</p>
        )}
        <PageLinks {...list} />
      </div>
      <div className="nearby-doors">
        <NavigationBrowser />
      </div>
    </div>
  );
}

function Folders({ folders }: Pick<PageList, 'folders'>) {
  return (
    <nav className="mt-l" aria-label="Folders">
      <ul className="folders">
        {folders.map(({ title, path, count }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span className="label">{formatNumber(count, site.language)}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to newer and older pages of a long list. Each page has an address, so it works without a script and can be bookmarked. */
function PageLinks({ path, page, pageCount }: Pick<PageList, 'path' | 'page' | 'pageCount'>) {
  if (pageCount < 2) return null;
  return (
    <nav className="pages" aria-label="Pages of this list">
      {page > 1 ? (
        <a href={addressOf(path, page - 1)} rel="prev">
          ← Page {page - 1}
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={addressOf(path, page + 1)} rel="next">
          Page {page + 1} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

function addressOf(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}
