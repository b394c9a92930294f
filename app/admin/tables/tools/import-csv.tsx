import { type DragEvent, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { ImportForm } from './import-form.tsx';
import { CsvFault } from './parse-csv.ts';
import { type ChosenFile, readSample } from './run-import.ts';
import type { ToolProps } from './tool-props.ts';

/** Rows of a file become rows of the table: first a file is chosen, then its columns are matched. */
export function ImportCsv({ table, onDone, onCancel }: ToolProps) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [fault, setFault] = useState<string>();
  const [isOver, setOver] = useState(false);

  async function choose(file: File | undefined) {
    if (!file) return;
    setFault(undefined);
    try {
      setChosen(await readSample(file));
    } catch (error) {
      setChosen(undefined);
      if (error instanceof CsvFault) return setFault(error.message);
      // Moved or deleted since it was chosen.
      setFault('The file cannot be read. Choose it again.');
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    <section className="tools-panel" aria-label="Import CSV">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the field inside. */}
      <div
        className="tools-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor="import-file">CSV file</label>
        <input
          id="import-file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="import-hint"
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <p className="hint" id="import-hint">
          Choose it or drop it here. UTF-8, with the names of the columns in the first line; commas,
          semicolons or tabs between cells. An empty cell is null, "" is an empty text.
        </p>
      </div>
      <FaultNotice fault={fault} />
      {chosen && (
        <ImportForm
          // Another file begins anew.
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          table={table}
          chosen={chosen}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
    </section>
  );
}
