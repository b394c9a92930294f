import { useDeferredValue, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { THEME_FILE } from '../../../../markdown/theme/theme-file.ts';
import site from '../../../../site.config.ts';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { formatCounted, formatNumber } from '../../../format/count.ts';
import { AdminProblem } from '../../admin-problem.tsx';
import { useAnswer } from '../../use-answer.ts';
import type { ContentEntry, ContentList } from '../content-data.ts';
import { toEditorAddress, toListAddress } from '../write-address.ts';
import { FileRow } from './file-row.tsx';
import { countPages, type FilterName, filters, findPages, findSettings, readFilter } from './filter-files.ts';
import { NewPageForm } from './new-page-form.tsx';

/** All files of the content folder that can be edited. */
export function PageList() {
  const { answer, fault, again } = useAnswer<ContentList>('/content/files');
  const files = answer?.files;
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="write-list" aria-labelledby="write-title">
      <div className="write-head">
        <h2 className="section-title" id="write-title">
          Pages
        </h2>
        {files && !isAdding && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            New page
          </button>
        )}
      </div>
      {files && isAdding && <NewPageForm files={files} onCancel={() => setAdding(false)} />}
      {fault && <AdminProblem fault={fault} again={again} />}
      {answer ? <FoundFiles list={answer} /> : !fault && <ListSkeleton />}
    </section>
  );
}

function FoundFiles({ list }: { list: ContentList }) {
  const { files } = list;
  const [query] = useSearchParams();
  const filter = readFilter(query.get('show'));
  const [search, setSearch] = useState(query.get('q') ?? '');
  const searched = useDeferredValue(search);
  const pages = findPages(files, filter, searched);
  const settings = findSettings(files, searched);
  useEffect(() => {
    // Not a change of page: the list is here already, and each letter would be an entry of the history.
    history.replaceState(history.state, '', toListAddress(filter, searched));
  }, [filter, searched]);
  if (files.every(({ kind }) => kind !== 'page') && search === '')
    return (
      <>
        <FirstPage />
        <Settings entries={settings} />
        <ThemeStart list={list} search={searched} />
      </>
    );
  return (
    <>
      <Filters files={files} current={filter} search={search} />
      <search className="field write-search">
        <label className="unseen" htmlFor="write-search">
          Find a page
        </label>
        <input
          id="write-search"
          className="input"
          type="search"
          placeholder="Find by title, file or address"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      <Rows key={`${filter} ${searched}`} entries={pages} />
      {pages.length === 0 && <NothingFound filter={filter} search={searched} />}
      <Settings entries={settings} />
      <ThemeStart list={list} search={searched} />
    </>
  );
}

function Filters({ files, current, search }: { files: ContentEntry[]; current: FilterName; search: string }) {
  const counts = countPages(files);
  return (
    <nav aria-label="Filter">
      <ul className="choices">
        {filters.map(({ name, title }) => (
          <li key={name}>
            <a
              className="choice write-filter"
              href={toListAddress(name, search)}
              aria-current={name === current ? 'true' : undefined}
            >
              {title} <span className="write-count">{formatNumber(counts[name], site.language)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** More rows would make every letter of a search slow. */
const step = 100;

function Rows({ entries }: { entries: ContentEntry[] }) {
  const [shown, setShown] = useState(step);
  if (entries.length === 0) return null;
  return (
    <>
      <ul className="write-rows">
        {entries.slice(0, shown).map((entry) => (
          <FileRow key={entry.file} entry={entry} />
        ))}
      </ul>
      {entries.length > shown && (
        <button type="button" className="text-button" onClick={() => setShown(shown + step)}>
          Show more ({formatNumber(entries.length - shown, site.language)} left)
        </button>
      )}
    </>
  );
}

function Settings({ entries }: { entries: ContentEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="write-settings">
      <h3 className="write-subtitle" id="write-settings">
        {formatCounted(entries.length, { one: 'settings file', other: 'settings files' }, site.language)}
      </h3>
      <Rows entries={entries} />
    </section>
  );
}

function NothingFound({ filter, search }: { filter: FilterName; search: string }) {
  const meaning: Record<FilterName, string> = {
    all: 'No pages yet.',
    drafts: 'No drafts. A new page begins as one: only you see it until you publish it.',
    scheduled: 'Nothing is scheduled. Open a page and choose More → Schedule.',
    published: 'Nothing is published yet.',
    faults: 'No page has a fault.',
  };
  return (
    <p className="write-empty">
      {search === '' ? meaning[filter] : `Nothing matches “${search}”.`}{' '}
      {search !== '' && filter !== 'all' && <a href={toListAddress('all', search)}>Search all pages</a>}
    </p>
  );
}

function FirstPage() {
  return (
    <div className="write-empty">
      <p>There are no pages yet.</p>
      <p>
        A page is a Markdown file in the content folder. “New page” above creates one as a draft: only you see
        it until you publish it. Files you put into the folder yourself appear here too.
      </p>
    </div>
  );
}

/** While there is no theme.css: what it would be good for, and the way to it. */
function ThemeStart({ list, search }: { list: ContentList; search: string }) {
  const isFile = ({ file }: { file: string }) => file === THEME_FILE;
  const words = search.toLowerCase().split(/\s+/);
  if (list.files.some(isFile) || !words.every((word) => `colors ${THEME_FILE}`.includes(word))) return null;
  const hasDraft = list.newDrafts.some(isFile);
  return (
    <section className="write-empty write-theme-start" aria-labelledby="write-theme">
      <h3 id="write-theme">Colors</h3>
      <p>
        Background, text and links have the colors that the site came with. Yours, for day and for night, are
        kept in the file <code>{THEME_FILE}</code>.
      </p>
      <p>
        <a className="button button-quiet" href={toEditorAddress(THEME_FILE)}>
          {hasDraft ? 'Go on with your draft' : 'Change the colors'}
        </a>
      </p>
    </section>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true">
      <p className="unseen">Loading the pages …</p>
      <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-3/5', 'w-4/5', 'w-3/5']} />
    </div>
  );
}
