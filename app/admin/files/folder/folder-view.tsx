import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { BucketSettings } from '../buckets/bucket-settings.tsx';
import { folderOf, lastPart } from '../file-names.ts';
import { type ShownPlace, toFilesAddress } from '../files-address.ts';
import type { Bucket, StoredFile } from '../files-data.ts';
import { DropZone, UploadButton } from '../upload/drop-zone.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { FilePane } from './file-pane.tsx';
import { FolderPath, FolderSearch, NewFolderForm } from './folder-head.tsx';
import { FolderList } from './folder-list.tsx';
import { Selection, type SelectionTool } from './selection.tsx';
import { useFolder } from './use-folder.ts';

type Tool = 'settings' | 'folder' | SelectionTool;

interface FolderViewProps {
  place: ShownPlace;
  bucket: Bucket;
  buckets: Bucket[];
  /** Counts may have changed. */
  onChanged(): void;
}

/** One folder of a bucket, and the file that is looked at beside it. */
export function FolderView({ place, bucket, buckets, onChanged }: FolderViewProps) {
  const { folder, search } = place;
  const state = useFolder(bucket.name, folder, search);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [tool, setTool] = useState<Tool>();
  const navigate = useNavigate();
  const names = buckets.map(({ name }) => name);
  const close = () => setTool(undefined);

  function readAgain() {
    state.again();
    onChanged();
  }
  const uploads = useUploads(bucket.name, readAgain);
  const here = JSON.stringify([folder, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder has other rows.
  useEffect(() => {
    setSelected(new Set());
    setTool(undefined);
  }, [here]);

  function finish() {
    close();
    setSelected(new Set());
    readAgain();
  }

  return (
    <DropZone onFiles={(files) => uploads.add(files, folder)}>
      <FolderPath bucket={bucket.name} folder={folder} />
      <div className="files-tools">
        <UploadButton onFiles={(files) => uploads.add(files, folder)} />
        <button
          type="button"
          className="choice"
          aria-expanded={tool === 'folder'}
          onClick={() => setTool('folder')}
        >
          New folder …
        </button>
        <button
          type="button"
          className="choice"
          aria-expanded={tool === 'settings'}
          onClick={() => setTool(tool === 'settings' ? undefined : 'settings')}
        >
          Bucket settings …
        </button>
        <FolderSearch bucket={bucket.name} folder={folder} search={search} />
      </div>
      {tool === 'settings' && <BucketSettings bucket={bucket} onChanged={readAgain} onClose={close} />}
      {tool === 'folder' && <NewFolderForm bucket={bucket.name} folder={folder} onClose={close} />}
      <UploadList uploads={uploads} />
      <Selection
        bucket={bucket.name}
        buckets={names}
        selected={selected}
        tool={tool}
        onTool={setTool}
        onDone={finish}
        onClear={() => setSelected(new Set())}
      />
      <div className={place.file ? 'files-columns' : undefined}>
        <FolderList
          place={place}
          state={state}
          selected={selected}
          onSelect={(path, isSelected) => setSelected(toggle(selected, path, isSelected))}
          onDelete={() => setTool('delete')}
        />
        {place.file && (
          <OpenedFile
            key={place.file}
            place={place}
            bucket={bucket}
            buckets={names}
            listed={state.page?.files.find(({ path }) => path === place.file)}
            onMoved={(moved) => {
              readAgain();
              void navigate(
                toFilesAddress({ bucket: moved.bucket, folder: folderOf(moved.path), file: moved.path }),
              );
            }}
            onDeleted={() => {
              readAgain();
              void navigate(toFilesAddress({ ...place, file: '' }));
            }}
          />
        )}
      </div>
    </DropZone>
  );
}

function toggle(selected: ReadonlySet<string>, path: string, isSelected: boolean): Set<string> {
  const next = new Set(selected);
  if (isSelected) next.add(path);
  else next.delete(path);
  return next;
}

type OpenedFileProps = Omit<Parameters<typeof FilePane>[0], 'file' | 'closeAddress'> &
  Pick<FolderViewProps, 'place'> & { listed: StoredFile | undefined };

/** The file may be on a page of the list that was not read yet. */
function OpenedFile({ place, listed, ...props }: OpenedFileProps) {
  const { bucket, file } = place;
  const { page, fault } = useFolder(bucket, folderOf(file), lastPart(file));
  const found = listed ?? page?.files.find(({ path }) => path === file);
  const closeAddress = toFilesAddress({ ...place, file: '' });
  if (found) return <FilePane {...props} file={found} closeAddress={closeAddress} />;
  return (
    <section className="files-pane" aria-label="File">
      {page && <p>The file “{file}” is not there any more.</p>}
      {fault ? <FaultNotice fault={fault} /> : !page && <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
      <p className="files-back">
        <a href={closeAddress}>Close</a>
      </p>
    </section>
  );
}
