import { type LivePageNews, livePagePath } from '../page-version.ts';
import { isOwnersSession } from '../session/owners-session.ts';

/** After refusals; the browser itself connects again after a lost connection. */
const retryMs = [1_000, 5_000, 15_000, 60_000];

/**
 * Listens to what the server knows of a page, while the page is visible: a hidden one has no connection, and can be kept by the browser for
 * going back. Each connection begins with the page as it is then. Returns a function that stops it.
 */
export function listenToPage(path: string, onNews: (news: LivePageNews) => void): () => void {
  const address = `${livePagePath}?${new URLSearchParams({ path })}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  }

  function open(): void {
    close();
    const opened = new EventSource(address);
    source = opened;
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      failures = 0;
      onNews(JSON.parse(data) as LivePageNews);
    };
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      openAfter(retryMs[Math.min(failures, retryMs.length - 1)]);
      failures += 1;
    };
  }

  function openAfter(ms: number | undefined): void {
    close();
    timer = setTimeout(() => void openIfAllowed(), ms);
  }

  /** An owner who has signed out has nothing to listen to. */
  async function openIfAllowed(): Promise<void> {
    const asked = timer;
    if ((await isOwnersSession()) && timer === asked) open();
  }

  function onVisibility(): void {
    if (document.visibilityState !== 'visible') close();
    else if (!source && !timer) openAfter(0);
  }

  const stopping = new AbortController();
  const { signal } = stopping;
  document.addEventListener('visibilitychange', onVisibility, { signal });
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', onVisibility, { signal });
  onVisibility();
  return () => {
    stopping.abort();
    close();
  };
}
