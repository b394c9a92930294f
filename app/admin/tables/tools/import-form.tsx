import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { formatCount } from '../../../format/count.ts';
import { AdminFault, explainFault } from '../../call-admin.ts';
import { showNotice } from '../../notice.tsx';
import { formatTable } from '../table-address.ts';
import type { Cell, Column } from '../table-data.ts';
import type { ImportFault, OnConflict } from './import-data.ts';
import { findPlanFault, listTargets, matchColumns, type Plan } from './import-plan.ts';
import { CsvFault } from './parse-csv.ts';
import { type ChosenFile, runImport } from './run-import.ts';
import type { ToolProps } from './tool-props.ts';

/** Which column goes where, what happens with rows that exist, and the import itself. */
export function ImportForm({ table, chosen, onDone, onCancel }: ToolProps & { chosen: ChosenFile }) {
  const targets = listTargets(table);
  const [plan, setPlan] = useState<Plan>(() => matchColumns(chosen.head, targets));
  const [onConflict, setOnConflict] = useState<OnConflict>('refuse');
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = sent !== undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const planFault = findPlanFault(plan, table);
    setFault(planFault);
    if (planFault) return;
    const leaving = new AbortController();
    running.current = leaving;
    setSent(0);
    try {
      const wish = { file: chosen.file, plan, table: formatTable(table), onConflict };
      const { inserted } = await runImport({ ...wish, signal: leaving.signal, onProgress: setSent });
      showNotice({ text: `${formatCount(inserted, 'row', 'rows', 'en')} imported.` });
      onDone();
    } catch (error) {
      setSent(undefined);
      setFault(leaving.signal.aborted ? 'Stopped. Nothing was imported.' : explainImportFault(error));
    }
  }

  return (
    <form method="post" className="tools-form" aria-label="Import" onSubmit={submit}>
      <PlanTable chosen={chosen} targets={targets} plan={plan} onChange={setPlan} />
      <ConflictChoice keyColumns={table.key} onConflict={onConflict} onChange={setOnConflict} />
      <FaultNotice fault={fault} />
      <p className="tools-state" role="status">
        {isRunning &&
          `${formatCount(sent, 'row', 'rows', 'en')} sent. They are inserted together when all have arrived.`}
      </p>
      {isRunning ? (
        <p>
          <button type="button" className="choice" onClick={() => running.current?.abort()}>
            Stop
          </button>
        </p>
      ) : (
        <SaveButton pending={false} onCancel={onCancel}>
          Import rows
        </SaveButton>
      )}
    </form>
  );
}

interface PlanTableProps {
  chosen: ChosenFile;
  targets: Column[];
  plan: Plan;
  onChange(plan: Plan): void;
}

/** The first rows; above each column stands where it goes. */
function PlanTable({ chosen: { file, head, rows }, targets, plan, onChange }: PlanTableProps) {
  const choose = (at: number, name: string) =>
    onChange(
      plan.map((column, place) => (place === at ? targets.find((each) => each.name === name) : column)),
    );
  return (
    <ScrollBox label={`First rows of ${file.name}`} className="tools-preview">
      <table>
        <thead>
          <tr>
            {head.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have only their place.
              <th key={at} scope="col">
                {title ?? <span className="hint">no name</span>}
                <select
                  aria-label={`Column for ${title ?? `column ${at + 1}`}`}
                  value={plan[at]?.name ?? ''}
                  onChange={({ target }) => choose(at, target.value)}
                >
                  <option value="">Leave out</option>
                  {targets.map(({ name }) => (
                    <option key={name} value={name}>
                      → {name}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have only their place.
            <tr key={row}>
              {head.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={at} data-out={plan[at] === undefined || undefined}>
                  <SampleCell cell={cells[at] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function SampleCell({ cell }: { cell: Cell }) {
  if (cell === null) return <span className="hint">null</span>;
  return cell === '' ? <span className="hint">empty</span> : cell.slice(0, 80);
}

const choices: { value: OnConflict; title: string; hint: string }[] = [
  { value: 'refuse', title: 'Refuse the file', hint: 'Nothing is imported, and you learn which line it is.' },
  { value: 'skip', title: 'Skip them', hint: 'The row that is there stays as it is.' },
  {
    value: 'replace',
    title: 'Replace them',
    hint: 'Cannot be undone: the columns of the file are written over.',
  },
];

interface ConflictChoiceProps {
  keyColumns: string[];
  onConflict: OnConflict;
  onChange(value: OnConflict): void;
}

function ConflictChoice({ keyColumns, onConflict, onChange }: ConflictChoiceProps) {
  if (keyColumns.length === 0) return null;
  return (
    <fieldset className="tools-ways">
      <legend>Rows whose key ({keyColumns.join(', ')}) exists</legend>
      {choices.map(({ value, title, hint }) => (
        <label key={value}>
          <input
            type="radio"
            name="on-conflict"
            checked={onConflict === value}
            onChange={() => onChange(value)}
          />
          <span>
            {title}
            <span className="hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function explainImportFault(error: unknown): string {
  if (error instanceof CsvFault) return `${error.message} Nothing was imported.`;
  const fault =
    error instanceof AdminFault && error.code === 'row-refused'
      ? (error.body.fault as ImportFault)
      : undefined;
  if (!fault) return explainFault(error);
  const place = [
    fault.line !== undefined && `Line ${fault.line}`,
    fault.column && `column ${fault.column}`,
    fault.column &&
      (typeof fault.value === 'string' ? `value “${fault.value.slice(0, 100)}”` : 'without a value'),
  ].filter(Boolean);
  const reason = fault.message.replace(/\.?$/, '.');
  return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${reason} Nothing was imported.`;
}
