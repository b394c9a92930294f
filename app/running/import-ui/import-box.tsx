import type { SupabaseClient } from '@supabase/supabase-js';
import type { Unit } from '../../../running/units.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { LastImportPlaceholder } from './import-placeholder.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { LastImportNote } from './last-import-note.tsx';
import { useImport } from './use-import.ts';

interface ImportBoxProps {
  client: SupabaseClient;
  unit: Unit;
  /** Whether there may be a last import to show. */
  hasRuns: boolean;
  /** Called when runs were added, changed or removed. */
  onImported(): void;
}

/** The import: choosing files, reading, selecting, saving and undoing. */
export function ImportBox({ client, unit, hasRuns, onImported }: ImportBoxProps) {
  const { phase, fault, last, read, carry, undo, dismiss, stop } = useImport(client, onImported);
  return (
    <div className="import-box">
      <FaultNotice fault={fault} />
      {phase.at === 'start' && (
        <>
          <p className="import-note" role="status">
            {phase.note}
          </p>
          <DropZone onFiles={(collected) => void read(collected)} />
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
          onImport={(chosen) => void carry(phase.plan, chosen)}
          onDismiss={dismiss}
        />
      )}
      {phase.at === 'importing' && (
        <ImportProgress title="Importing" progress={phase.progress} unit="items" onStop={stop} />
      )}
      {phase.at === 'undoing' && <p role="status">The import is being undone …</p>}
      {phase.at === 'done' && (
        <ImportOutcome
          result={phase.result}
          stopped={phase.stopped}
          onUndo={(id) => void undo(id)}
          onMore={dismiss}
        />
      )}
    </div>
  );
}
