import { SkeletonLines } from '../components/skeleton.tsx';
import { ListEnd } from './list-end.tsx';
import { LogList } from './log-list.tsx';
import type { LogPage } from './overview-data.ts';
import { usePages } from './use-pages.ts';

/** `/admin/log`: everything that owners changed in the admin area. */
export function LogSection() {
  const pages = usePages<LogPage>('/log', {}, join);
  const { page, fault } = pages;
  return (
    <>
      <p className="hint">What owners changed here. No page of this area changes or deletes an entry.</p>
      {page && <LogList entries={page.entries} />}
      {!page && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      <ListEnd {...pages} />
    </>
  );
}

function join(before: LogPage, next: LogPage): LogPage {
  return { ...next, entries: [...before.entries, ...next.entries] };
}
