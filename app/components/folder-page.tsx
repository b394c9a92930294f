import type { Article, Author, LocalNavigation as Navigation, PageList } from '../../markdown/document.ts';
import { usePrefix, useSite, useWords } from '../current-site.ts';
import { formatCounted, formatNumber } from '../format/count.ts';
import { toListAddress } from '../list-address.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { EntriesByYear } from './entry-list.tsx';
import { PageLinks } from './page-links.tsx';
import { Prose } from './prose/prose.tsx';

interface FolderPageProps {
  list: PageList;
  intro?: Article;
  navigation?: Navigation;
  /** What the list is of, where that is no folder. */
  label?: 'Tag' | 'Author' | 'Archive';
  author?: Author;
  byTag?: boolean;
  byMonth?: boolean;
}

/** A folder: its own text where there is one, its subfolders and its pages. Also the pages of a tag, an author, a year or a month. */
export function FolderPage({ list, intro, navigation, label, author, byTag, byMonth }: FolderPageProps) {
  const folders = (navigation?.trail ?? []).filter(({ path }) => path !== list.path);
  const { language } = useSite();
  const words = useWords();
  const prefix = usePrefix();
  const start = {
    Tag: { title: words.tags, path: `${prefix}/tags` },
    Archive: { title: words.archive, path: `${prefix}/archive` },
    Author: undefined,
    none: undefined,
  }[label ?? 'none'];
  const description = intro?.description ?? list.description;
  return (
    <div className="frame axis">
      <header className="axis article-head">
        <Breadcrumbs trail={start ? [start] : folders} />
        <h1 className="title">{list.title}</h1>
        {description && <p className="standfirst">{description}</p>}
        <p className="label facts margin">
          <span>{formatCounted(list.total, words.article, language)}</span>
          {byTag && <a href={`${prefix}/tags`}>{words.byTag}</a>}
          {byMonth && <a href={`${prefix}/archive`}>{words.byMonth}</a>}
        </p>
      </header>
      {intro && intro.body.html !== '' && list.page === 1 && (
        <div className="mt-l">
          <Prose body={intro.body} />
        </div>
      )}
      {author && <AuthorFacts author={author} />}
      {list.folders.length > 0 && <Folders folders={list.folders} />}
      <div className="mt-xl">
        {list.pages.length > 0 && <EntriesByYear pages={list.pages} />}
        {list.pages.length === 0 && list.folders.length === 0 && (
          <p className="text-soft">{words.nothingWritten}</p>
        )}
        <PageLinks {...list} addressOf={(page) => toListAddress(list, page)} label={words.listPages} />
      </div>
    </div>
  );
}

function AuthorFacts({ author: { picture, links } }: { author: Author }) {
  if (!picture && links.length === 0) return null;
  return (
    <div className="author mt-m">
      {picture && <img src={picture} alt="" />}
      <ul>
        {links.map(({ title, url }) => (
          <li key={url}>
            <a href={url} rel="me">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Folders({ folders }: Pick<PageList, 'folders'>) {
  const { language } = useSite();
  const words = useWords();
  return (
    <nav className="mt-l" aria-label={words.folders}>
      <ul className="folders">
        {folders.map(({ title, path, count }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span className="label">{formatNumber(count, language)}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
