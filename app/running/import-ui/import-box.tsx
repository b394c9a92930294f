import { useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { formatCount, formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import type { SiteClient } from '../../session/site-client.ts';
import type { CollectedFiles } from './collect-files.ts';
import { DropZone, useFileDrop } from './drop-zone.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { LastImportPlaceholder } from './import-placeholder.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type LastImport, type StepProgress, useImport } from './use-import.ts';

interface ImportBoxProps {
  client: SiteClient;
  unit: Unit;
  /** Whether there may be a last import to show. */
  hasRuns: boolean;
  /** Called when runs were added, changed or removed. */
  onImported(): void;
}

/** The import: choosing files, reading, selecting, saving and undoing. */
export function ImportBox({ client, unit, hasRuns, onImported }: ImportBoxProps) {
  const { phase, fault, last, read, carry, undo, dismiss, stop } = useImport(client, onImported);
  const [isOpened, setOpened] = useState(false);
  const take = (collected: CollectedFiles) => void read(collected);
  const drop = useFileDrop(take);
  const isStart = phase.at === 'start';
  return (
    <div className="import-box" {...(isStart && drop.target)}>
      <FaultNotice fault={fault} />
      {isStart && (
        <>
          <p className="import-note" role="status">
            {phase.note}
          </p>
          {/* A user who has runs came to see them; files can be dropped here all the same. */}
          {hasRuns && !isOpened && !drop.isOver ? (
            <button type="button" className="button" onClick={() => setOpened(true)}>
              Import runs
            </button>
          ) : (
            <DropZone isOver={drop.isOver} takesFocus={isOpened} onFiles={take} />
          )}
          {last && <LastImportNote last={last} onUndo={() => void undo(last.id)} />}
          {!last && hasRuns && <LastImportPlaceholder />}
        </>
      )}
      {phase.at === 'reading' && (
        <ImportProgress title="Reading" progress={phase.progress} unit="bytes" onStop={stop} />
      )}
      {phase.at === 'preview' && (
        <ImportPreview
          plan={phase.plan}
          unit={unit}
          leftOut={phase.leftOut}
          onImport={(plan) => void carry(plan)}
          onDismiss={dismiss}
        />
      )}
      {phase.at === 'importing' && (
        <ImportProgress title="Importing" progress={phase.progress} unit="items" onStop={stop} />
      )}
      {phase.at === 'undoing' && <p role="status">Undoing the import …</p>}
      {phase.at === 'done' && (
        <ImportOutcome
          result={phase.result}
          stopped={phase.stopped}
          onUndo={(id) => void undo(id)}
          onMore={() => {
            setOpened(false);
            dismiss();
          }}
        />
      )}
    </div>
  );
}

interface ImportProgressProps {
  title: string;
  progress: StepProgress;
  unit: 'bytes' | 'items';
  onStop(): void;
}

function ImportProgress({ title, progress, unit, onStop }: ImportProgressProps) {
  const { done, total, label, found } = progress;
  const share = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
  return (
    <div className="import-progress">
      <p className="import-progress-head">
        <strong>{title}</strong>
        <span className="label">
          {unit === 'bytes' ? `${share} %` : `${formatProgress(done)} of ${formatProgress(total)}`}
          {found !== undefined && ` · ${formatCount(found, 'run', 'runs', site.language)} found`}
        </span>
      </p>
      <progress aria-label={title} max={100} value={share} />
      <p className="save-row">
        <button type="button" className="text-button" onClick={onStop}>
          Cancel
        </button>
        <span className="label import-path">{label}</span>
      </p>
    </div>
  );
}

function formatProgress(value: number): string {
  return formatNumber(value, site.language);
}

/** Undoes the last import, also later. It needs a confirmation, because it is not the user's most recent action. */
function LastImportNote({ last, onUndo }: { last: LastImport; onUndo(): void }) {
  const [asked, setAsked] = useState(false);
  return (
    <p className="label last-import">
      Last import: {formatCount(last.runs, 'run', 'runs', site.language)},{' '}
      {formatDateTime(new Date(last.at).toISOString())}.{' '}
      {asked ? (
        <>
          This deletes its runs and their files.{' '}
          <button type="button" className="text-button" onClick={onUndo}>
            Undo it
          </button>{' '}
          <button type="button" className="text-button" onClick={() => setAsked(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" className="text-button" onClick={() => setAsked(true)}>
          Undo …
        </button>
      )}
    </p>
  );
}
