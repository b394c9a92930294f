import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../../format/date-time.ts';
import { explainFault } from '../../call-admin.ts';
import { formatBytes } from '../../health/format-size.ts';
import { showNotice } from '../../notice.tsx';
import { DeleteForm } from '../changes/delete-form.tsx';
import { askForLink, LinkForm } from '../changes/link-form.tsx';
import { MoveForm } from '../changes/move-form.tsx';
import { lastPart } from '../file-names.ts';
import type { Bucket, StoredFile } from '../files-data.ts';
import { Preview } from '../preview/preview.tsx';

interface FilePaneProps {
  bucket: Bucket;
  buckets: string[];
  file: StoredFile;
  /** The address of the folder without this file. */
  closeAddress: string;
  onMoved(moved: { bucket: string; path: string }): void;
  onDeleted(): void;
}

type Tool = 'link' | 'move' | 'delete';
const tools: { tool: Tool; title: string }[] = [
  { tool: 'link', title: 'Link …' },
  { tool: 'move', title: 'Rename or move …' },
  { tool: 'delete', title: 'Delete …' },
];

/** One file: what is in it, what is known about it, and what can be done with it. */
export function FilePane({ bucket, buckets, file, closeAddress, onMoved, onDeleted }: FilePaneProps) {
  const [tool, setTool] = useState<Tool>();
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each file.
  useEffect(() => {
    // Its result is no cleanup.
    void pane.current?.scrollIntoView({ block: 'nearest' });
  }, [file.path]);
  const close = () => setTool(undefined);

  async function download() {
    try {
      const { url } = await askForLink(bucket.name, file.path, 60, true);
      location.assign(url);
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }

  return (
    <section className="files-pane" ref={pane} aria-labelledby="files-pane">
      <p className="files-back">
        <a href={closeAddress}>Close</a>
      </p>
      <h2 className="files-title" id="files-pane">
        {lastPart(file.path)}
      </h2>
      <Preview key={file.path} bucket={bucket.name} file={file} />
      <p className="files-facts">
        {file.bytes !== null && `${formatBytes(file.bytes)} · `}
        {file.type ?? 'no known type'} · {formatDateTime(file.changed_at)}
        {file.owner && ` · uploaded by ${file.owner}`}
      </p>
      <p className="choices">
        <button type="button" className="choice" onClick={() => void download()}>
          Download
        </button>
        {tools.map(({ tool: named, title }) => (
          <button
            key={named}
            type="button"
            className="choice"
            aria-pressed={tool === named}
            onClick={() => setTool(tool === named ? undefined : named)}
          >
            {title}
          </button>
        ))}
      </p>
      {tool === 'link' && (
        <LinkForm bucket={bucket.name} path={file.path} isPublic={bucket.is_public} onClose={close} />
      )}
      {tool === 'move' && (
        <MoveForm
          bucket={bucket.name}
          buckets={buckets}
          paths={[file.path]}
          onDone={onMoved}
          onCancel={close}
        />
      )}
      {tool === 'delete' && (
        <DeleteForm bucket={bucket.name} paths={[file.path]} onDone={onDeleted} onCancel={close} />
      )}
    </section>
  );
}
