import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../runtime/store.ts';

export interface Notice {
  text: string;
  link?: { href: string; title: string };
  action?: { title: string; run(): void };
}

const shown = createStore<Notice | undefined>(undefined);

/** Says what has happened. It stays when another view opens: a deleted page can be brought back from the list. */
export function showNotice(notice: Notice | undefined): void {
  shown.set(notice);
}

/** Long enough to read, and to undo. */
const shownFor = 20_000;

export function NoticeRegion() {
  const notice = useSyncExternalStore(shown.subscribe, shown.read, () => undefined);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => shown.set(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div className="admin-notice" role="status">
      {notice && (
        <p>
          <span>{notice.text}</span>
          {notice.link && <a href={notice.link.href}>{notice.link.title}</a>}
          {notice.action && (
            <button type="button" className="text-button" onClick={() => runAction(notice)}>
              {notice.action.title}
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => shown.set(undefined)}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}

function runAction({ action }: Notice): void {
  shown.set(undefined);
  action?.run();
}
