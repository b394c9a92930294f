import { useEffect, useRef } from 'react';
import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import type { FollowingRows } from './table-data.ts';

/** Asked where a deletion reaches further than undo does. */
export function DeleteDialog(props: { follow: FollowingRows[]; onAnswer(accepted: boolean): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="admin-dialog"
      aria-labelledby="delete-dialog"
      onClose={() => props.onAnswer(false)}
    >
      <h2 className="section-title" id="delete-dialog">
        Other rows would follow
      </h2>
      <ul className="follow-list">
        {props.follow.map(({ table, rows, action }) => (
          <li key={`${table} ${action}`}>
            {rows > 1000 ? 'More than 1,000 rows' : formatCount(rows, 'row', 'rows', site.language)} of{' '}
            <b>{table}</b> would be {action === 'deleted' ? 'deleted as well' : 'detached'}.
          </li>
        ))}
      </ul>
      <p>Undo brings back the rows that you selected, and not these.</p>
      <p className="choices danger">
        <button type="button" className="button" onClick={() => props.onAnswer(true)}>
          Delete all the same
        </button>
        <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </p>
    </dialog>
  );
}
