import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import type { ImportResult } from '../import/run-import.ts';
import { fileNameOf } from './plan-groups.ts';

interface ImportOutcomeProps {
  result: ImportResult;
  /** The user stopped the import. */
  stopped: boolean;
  onUndo(importId: string): void;
  onMore(): void;
}

export function ImportOutcome({ result, stopped, onUndo, onMore }: ImportOutcomeProps) {
  const { importId, added, replaced, failed, withoutFile } = result;
  return (
    <div className="import-outcome">
      <p className="import-found" role="status">
        {stopped && 'Stopped. '}
        {toSentence(added, replaced)}
      </p>
      {stopped && (
        <p className="hint">
          Choose the same files again to continue. Runs that are already saved are skipped.
        </p>
      )}
      <Problems title="Not imported" files={failed} />
      <Problems title="Imported, but the original file could not be saved" files={withoutFile} />
      <p className="save-row">
        <button type="button" className="button" onClick={onMore}>
          Done
        </button>
        {importId !== undefined && added + replaced > 0 && (
          <button type="button" className="text-button" onClick={() => onUndo(importId)}>
            Undo this import
          </button>
        )}
      </p>
    </div>
  );
}

function Problems({ title, files }: { title: string; files: readonly { path: string; reason: string }[] }) {
  if (files.length === 0) return null;
  return (
    <div className="notice notice-fault">
      <strong>{title}</strong>
      <ul>
        {files.map(({ path, reason }) => (
          <li key={path}>
            <bdi title={path}>{fileNameOf(path)}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `14 runs added, 2 replaced by more detailed files.` */
export function toSentence(added: number, replaced: number): string {
  const runs = formatCount(added, 'run', 'runs', site.language);
  const others = formatCount(replaced, 'run', 'runs', site.language);
  if (added === 0 && replaced === 0) return 'No runs were added.';
  if (replaced === 0) return `${runs} added. Only you can see ${added === 1 ? 'it' : 'them'}.`;
  if (added === 0) return `${others} replaced by more detailed files.`;
  return `${runs} added, ${others} replaced by more detailed files.`;
}
