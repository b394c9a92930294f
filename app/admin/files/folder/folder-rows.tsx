import type { KeyboardEvent } from 'react';
import { formatDateTime } from '../../../format/date-time.ts';
import { formatBytes } from '../../health/format-size.ts';
import { lastPart } from '../file-names.ts';
import { type ShownPlace, toFilesAddress } from '../files-address.ts';
import type { FilesPage, StoredFile } from '../files-data.ts';
import { hasThumbnail } from '../preview/file-kind.ts';
import { Thumbnail } from '../preview/thumbnail.tsx';

export interface FolderRowsProps {
  place: ShownPlace;
  page: FilesPage;
  busy: boolean;
  selected: ReadonlySet<string>;
  onSelect(path: string, isSelected: boolean): void;
  onDelete(): void;
}

/** Folders and files. Arrow keys go from row to row, and Space selects. */
export function FolderRows({ place, page, busy, selected, onSelect, onDelete }: FolderRowsProps) {
  const { bucket, folder, search } = place;

  function handleKey(event: KeyboardEvent<HTMLTableSectionElement>) {
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    if (!row) return;
    const isLink = event.target instanceof HTMLAnchorElement;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
      next?.querySelector('a')?.focus();
    } else if (event.key === ' ' && isLink) {
      row.querySelector('input')?.click();
    } else if (event.key === 'Delete' && selected.size > 0) {
      onDelete();
    } else return;
    event.preventDefault();
  }

  return (
    <table className="files-table" aria-busy={busy}>
      <caption className="sr-only">Files</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Select</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Size</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody onKeyDown={handleKey}>
        {page.folders.map((path) => (
          <tr key={path}>
            <td>
              <Check path={path} selected={selected} onSelect={onSelect} />
            </td>
            <th scope="row">
              <span className="files-name">
                <span className="files-thumbnail files-folder" aria-hidden="true" />
                <a href={toFilesAddress({ bucket, folder: path })}>{lastPart(path)}/</a>
              </span>
            </th>
            <td data-label="Size" />
            <td data-label="Changed" />
          </tr>
        ))}
        {page.files.map((file) => (
          <tr key={file.path} aria-current={file.path === place.file ? 'true' : undefined}>
            <td>
              <Check path={file.path} selected={selected} onSelect={onSelect} />
            </td>
            <th scope="row">
              <span className="files-name">
                <Sign bucket={bucket} file={file} />
                <a href={toFilesAddress({ bucket, folder, search, file: file.path })}>
                  {search ? file.path.slice(folder.length) : lastPart(file.path)}
                </a>
              </span>
            </th>
            <td data-label="Size">{file.bytes === null ? '' : formatBytes(file.bytes)}</td>
            <td data-label="Changed">{formatDateTime(file.changed_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Check({
  path,
  selected,
  onSelect,
}: Pick<FolderRowsProps, 'selected' | 'onSelect'> & { path: string }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${lastPart(path)}`}
      checked={selected.has(path)}
      onChange={({ target }) => onSelect(path, target.checked)}
    />
  );
}

function Sign({ bucket, file }: { bucket: string; file: StoredFile }) {
  if (hasThumbnail(file.type)) return <Thumbnail bucket={bucket} file={file} />;
  const extension = /\.(\w{1,4})$/.exec(file.path)?.[1] ?? '';
  return (
    <span className="files-thumbnail files-extension" aria-hidden="true">
      {extension}
    </span>
  );
}
