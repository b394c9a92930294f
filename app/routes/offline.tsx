import { useEffect, useState } from 'react';
import { ArticleHead } from '../components/article-head.tsx';
import { PageSection } from '../components/page-section.tsx';
import { Prose } from '../components/prose/prose.tsx';
import { useSite, useWords } from '../current-site.ts';
import { canKeepPages, isKeepingPages, removeAllPages, setKeepingPages } from '../offline/keep-reading.ts';
import { type KeptPage, listKeptPages } from '../offline/kept-pages.ts';
import { usePageData } from '../runtime/use-page-data.ts';

/**
 * `/offline`: the pages that this browser keeps, and the choice to keep them. The service worker shows it in place of a page that was never
 * read; `<html data-offline>` says so, for the style sheet as well: it has to be right without a script.
 */
export function Component() {
  const { intro } = usePageData('offline');
  const words = useWords().offline;
  return (
    <div className="frame axis">
      <NoConnection />
      <div className="axis unless-offline">
        {intro ? (
          <ArticleHead article={intro} facts={false} />
        ) : (
          <>
            <h1 className="title">{words.readingOffline}</h1>
            <p className="standfirst">{words.whatIsKept}</p>
          </>
        )}
        {intro && <Prose body={intro.body} />}
      </div>
      <noscript>
        <p className="notice mt-l">{words.needsScript}</p>
      </noscript>
      <Kept />
    </div>
  );
}

function NoConnection() {
  const words = useWords().offline;
  useReturn();
  return (
    <div className="when-offline">
      <h1 className="title">{words.youAreOffline}</h1>
      <p className="standfirst">
        {words.notRead} {words.opensByItself}
      </p>
      <button type="button" className="button mt-m" onClick={() => location.reload()}>
        {words.tryAgain}
      </button>
    </div>
  );
}

const checkEveryMs = 10_000;

/** Opens the page that was asked for as soon as the server answers. A device that is online may still have no connection to it. */
function useReturn(): void {
  useEffect(() => {
    if (document.documentElement.dataset.offline === undefined) return;
    const check = () => {
      if (!navigator.onLine || document.visibilityState === 'hidden') return;
      fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
        () => location.reload(),
        () => undefined,
      );
    };
    const timer = setInterval(check, checkEveryMs);
    addEventListener('online', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      removeEventListener('online', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
}

function Kept() {
  const words = useWords().offline;
  const [keeps, setKeeps] = useState<boolean>();
  const [pages, setPages] = useState<KeptPage[]>();
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    if (!canKeepPages()) return setPages([]);
    setKeeps(isKeepingPages());
    void listKeptPages().then(setPages);
  }, []);

  async function choose(wanted: boolean): Promise<void> {
    setKeeps(wanted);
    await setKeepingPages(wanted);
    setPages(await listKeptPages());
  }

  async function removeAll(): Promise<void> {
    await removeAllPages();
    setRemoved(true);
    setPages(await listKeptPages());
  }

  if (pages === undefined) return null;
  if (keeps === undefined) return <p className="notice mt-l">{words.cannotKeep}</p>;
  return (
    <>
      <PageSection title={words.keptPages}>
        <p role="status" className={isRemoved || pages.length === 0 ? 'text-soft' : 'sr-only'}>
          {isRemoved ? words.removed : pages.length === 0 && words.nothingKept}
        </p>
        <KeptPages pages={pages} />
        {pages.length > 0 && (
          <button type="button" className="text-button mt-s" onClick={() => void removeAll()}>
            {words.removeAll}
          </button>
        )}
      </PageSection>
      <PageSection title={words.thisBrowser}>
        <label className="offline-choice">
          <input type="checkbox" checked={keeps} onChange={({ target }) => void choose(target.checked)} />
          {words.keepPages}
        </label>
        <p className="label">{words.limits}</p>
      </PageSection>
    </>
  );
}

function KeptPages({ pages }: { pages: KeptPage[] }) {
  const { title: siteTitle, language } = useSite();
  return (
    <ul className="kept-pages">
      {pages.map(({ path, title, at }) => (
        <li key={path}>
          <a href={path}>{title.replace(` · ${siteTitle}`, '')}</a>{' '}
          <time className="label" dateTime={at}>
            {new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </li>
      ))}
    </ul>
  );
}
