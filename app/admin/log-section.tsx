import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { LogList } from './log-list.tsx';
import type { LogPage } from './overview-data.ts';
import { usePages } from './use-pages.ts';

/** `/admin/log`: everything that owners changed in the admin area. */
export function LogSection() {
  const { page, fault, pending, showMore, again } = usePages<LogPage>('/log', {}, join);
  return (
    <>
      <p className="hint">What owners changed here. No page of this area changes or deletes an entry.</p>
      {page && <LogList entries={page.entries} />}
      {!page && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      <FaultNotice fault={fault} />
      {fault && (
        <button type="button" className="choice" onClick={again}>
          Try again
        </button>
      )}
      {page?.next && (
        <button type="button" className="choice admin-more" aria-disabled={pending} onClick={showMore}>
          {pending ? 'One moment …' : 'Show older entries'}
        </button>
      )}
    </>
  );
}

function join(before: LogPage, next: LogPage): LogPage {
  return { ...next, entries: [...before.entries, ...next.entries] };
}
