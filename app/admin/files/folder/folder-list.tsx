import site from '../../../../site.config.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { formatCounted } from '../../../format/count.ts';
import type { ShownPlace } from '../files-address.ts';
import type { FilesPage } from '../files-data.ts';
import { FolderRows, type FolderRowsProps } from './folder-rows.tsx';
import type { FolderState } from './use-folder.ts';

interface FolderListProps extends Pick<FolderRowsProps, 'selected' | 'onSelect' | 'onDelete'> {
  place: ShownPlace;
  state: FolderState;
}

/** What is in the folder, or why nothing is shown. */
export function FolderList({ place, state, selected, onSelect, onDelete }: FolderListProps) {
  return (
    <div className="files-list">
      <FaultNotice fault={state.fault} />
      {state.fault && (
        <button type="button" className="choice" onClick={state.again}>
          Try again
        </button>
      )}
      {!state.page && !state.fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      {state.page && <Found place={place} page={state.page} />}
      {state.page && !isEmpty(state.page) && (
        <FolderRows
          place={place}
          page={state.page}
          busy={state.pending}
          selected={selected}
          onSelect={onSelect}
          onDelete={onDelete}
        />
      )}
      {state.page?.next && (
        <button
          type="button"
          className="button files-more"
          aria-disabled={state.pending}
          onClick={state.showMore}
        >
          {state.pending ? 'One moment …' : 'Show more'}
        </button>
      )}
    </div>
  );
}

const isEmpty = ({ folders, files }: FilesPage) => folders.length + files.length === 0;

function Found({ place, page }: { place: ShownPlace; page: FilesPage }) {
  const { search, folder } = place;
  const count = page.folders.length + page.files.length;
  const words = search ? { one: 'file found', other: 'files found' } : { one: 'entry', other: 'entries' };
  if (count > 0)
    return (
      <p className="files-count" role="status">
        {formatCounted(count, words, site.language)}
        {page.next && ', and more below'}
      </p>
    );
  if (search)
    return (
      <div className="files-empty">
        <p role="status">
          No file has “{search}” in its name{folder && ` in ${folder}`}.
        </p>
        <p className="hint">
          A part of a name is enough, in any case. Folders below this one are searched as well.
        </p>
      </div>
    );
  return (
    <div className="files-empty files-target">
      <p role="status">{folder ? 'No files here yet.' : 'The bucket is empty.'}</p>
      <p className="hint">Drop files here, or choose them with “Upload files”.</p>
    </div>
  );
}
