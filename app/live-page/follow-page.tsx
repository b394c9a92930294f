import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Announcer } from '../components/announcer.tsx';
import { setBlockReplacement } from '../components/prose/block-replacement.ts';
import { useWords } from '../current-site.ts';
import type { Page } from '../page-data.ts';
import { PageMoved, PageUnavailable } from '../page-unavailable.ts';
import { toPageVersion } from '../page-version.ts';
import { readPageAnew } from '../runtime/payload.ts';
import { KeepPlace } from './keep-place.tsx';
import { listenToPage } from './listen-to-page.ts';
import { replaceBlocks } from './replace-blocks.ts';

setBlockReplacement(replaceBlocks);

interface FollowPageProps {
  page: Page | undefined;
  path: string;
  search: string;
}

/** An open page follows its file: what has changed is replaced, and the reader stays at the same place. */
export function FollowPage({ page, path, search }: FollowPageProps) {
  const [gone, setGone] = useState<{ to?: string | undefined }>();
  const { revalidate } = useRevalidator();
  const shown = useRef(page);
  useEffect(() => {
    shown.current = page;
  }, [page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server has sent can be older than its data.
  useEffect(() => {
    if (page && updateStaleText(page)) void revalidate();
  }, []);

  useEffect(() => {
    let isLeft = false;
    setGone(undefined);
    const stop = listenToPage(path + search, ({ version, movedTo }) => {
      if (!shown.current) return;
      if (version === toPageVersion(shown.current)) return setGone(undefined);
      readPageAnew({ pathname: path, search }, version).then(
        () => {
          if (isLeft) return;
          setGone(undefined);
          void revalidate();
        },
        (error: unknown) => {
          // Anything else is a fault of the moment. The next connection begins with the version.
          if (!isLeft && isMissing(error)) setGone({ to: error instanceof PageMoved ? error.to : movedTo });
        },
      );
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [path, search, revalidate]);

  return (
    <>
      <KeepPlace page={page} path={path} />
      <Announcer message={useUpdateMessage(page, path)} />
      {gone && <MovedNotice path={path} to={gone.to} />}
    </>
  );
}

/**
 * React takes over the text that the server has sent, with data that are read later: a file that was saved in between is only in the data.
 * Replaces the blocks that are older. Returns whether there were any: their islands are mounted when the page is shown anew.
 */
function updateStaleText({ data }: Page): boolean {
  const article = data && (('article' in data && data.article) || ('intro' in data && data.intro));
  const container = document.querySelector('.prose');
  if (!article || !container) return false;
  const shown = withoutIslands(container);
  const current = document.createElement('div');
  current.innerHTML = article.body.html;
  if (shown.textContent === current.textContent) return false;
  replaceBlocks(container, { html: shown.innerHTML, islands: article.body.islands }, article.body);
  return true;
}

function withoutIslands(container: Element): Element {
  const copy = container.cloneNode(true) as Element;
  for (const island of copy.querySelectorAll('[data-island]')) island.replaceChildren();
  return copy;
}

function isMissing(error: unknown): boolean {
  return error instanceof PageMoved || (error instanceof PageUnavailable && error.isMissing);
}

/** Long enough to be read, and gone before it is said again. */
const messageMs = 3000;

/** Said when the words of the page have changed. */
function useUpdateMessage(page: Page | undefined, path: string): string {
  const { pageUpdated } = useWords().owner;
  const text = toText(page);
  const before = useRef({ path, text });
  const [message, setMessage] = useState('');
  useEffect(() => {
    const isUpdate = before.current.path === path && before.current.text !== text;
    before.current = { path, text };
    if (!isUpdate) return;
    setMessage(pageUpdated);
    const timer = setTimeout(() => setMessage(''), messageMs);
    return () => clearTimeout(timer);
  }, [path, text, pageUpdated]);
  return message;
}

function toText(page: Page | undefined): string {
  const data = page?.data ?? {};
  const article = 'article' in data ? data.article : undefined;
  const intro = 'intro' in data ? data.intro : undefined;
  return JSON.stringify([page?.head.title, article?.body, intro?.body]);
}

/** The page on screen has no file any more. It stays as it is, so that nothing is lost before the reader goes on. */
function MovedNotice({ path, to }: { path: string; to: string | undefined }) {
  const { owner: words } = useWords();
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  return (
    <div className="version-notice" role="status">
      <span>{to ? words.pageMoved : words.fileGone}</span>
      <a className="link-button" href={to ?? folder}>
        {to ?? words.goTo(folder)}
      </a>
    </div>
  );
}
