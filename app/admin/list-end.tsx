import { FaultNotice } from '../components/fault-notice.tsx';
import type { Pages } from './use-pages.ts';

/** Below a list that is read page by page: the way to older entries, and why they could not be read. */
export function ListEnd({ page, fault, pending, showMore, again }: Pages<{ next?: string }>) {
  return (
    <>
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
