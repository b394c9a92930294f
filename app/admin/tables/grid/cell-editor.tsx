import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Cell, Column } from '../table-data.ts';

export interface CellEditorProps {
  column: Column;
  value: Cell;
  /** What was typed to begin with; undefined keeps the value. */
  typed: string | undefined;
  onSave(value: Cell): void;
  onLeave(): void;
}

/** The values that a field offers; undefined for those that are typed. */
export function choicesOf({ kind, values }: Column): string[] | undefined {
  return kind === 'boolean' ? ['true', 'false'] : (values ?? undefined);
}

/** What a typed text is as a value: where no text can be empty, an empty field is null. */
export function toCell(text: string, { kind, nullable, values }: Column): Cell {
  return text === '' && (values || (nullable && kind !== 'text')) ? null : text;
}

/** Edits a cell in its place. Enter saves, and so does leaving it; Escape does not. */
export function CellEditor({ column, value, typed, onSave, onLeave }: CellEditorProps) {
  const [text, setText] = useState(typed ?? value ?? '');
  const [isTouched, setTouched] = useState(typed !== undefined);
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const isDone = useRef(false);
  const choices = choicesOf(column);
  useEffect(() => {
    field.current?.focus();
    if (typed === undefined && !choices) field.current?.select();
  }, [typed, choices]);

  function finish(save: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    // A null that was not touched stays one; typing and deleting makes it an empty text.
    const cell = isTouched ? toCell(text, column) : value;
    if (save && cell !== value) onSave(cell);
    else onLeave();
  }
  const props = {
    ref: field,
    className: 'cell-editor',
    'aria-label': column.name,
    value: text,
    onChange({ target }: { target: { value: string } }) {
      setText(target.value);
      setTouched(true);
    },
    onBlur: () => finish(true),
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation();
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        finish(true);
      } else if (event.key === 'Escape') finish(false);
    },
  };
  if (choices)
    return (
      <select {...props}>
        {(column.nullable || value === null) && <option value="">null</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <input
      {...props}
      inputMode={column.kind === 'number' ? 'decimal' : 'text'}
      spellCheck={column.kind === 'text'}
      autoComplete="off"
    />
  );
}
