import { useId, useState } from 'react';
import { choicesOf, toCell } from '../grid/cell-editor.tsx';
import type { Cell, Column } from '../table-data.ts';
import { ReferencePicker } from './reference-picker.tsx';

export interface ValueFieldProps {
  column: Column;
  /** Undefined is left to the database: the default of a new row. */
  value: Cell | undefined;
  isReadOnly: boolean;
  fault: string | undefined;
  hasFocus: boolean;
  onChange(value: Cell | undefined): void;
}

/** What is wrong with a json while it is typed. */
export function jsonFault({ kind }: Column, value: Cell | undefined): string | undefined {
  if (kind !== 'json' || value === null || value === undefined || value === '') return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch (error) {
    return `This is no JSON yet: ${error instanceof Error ? error.message : error}`;
  }
}

/** One value of a row, whole. Null is a choice of its own: an empty field is an empty text. */
export function ValueField({ column, value, isReadOnly, fault, hasFocus, onChange }: ValueFieldProps) {
  const id = useId();
  const [picks, setPicks] = useState(false);
  const wrong = fault ?? jsonFault(column, value);
  const props = {
    id,
    className: 'input',
    value: value ?? '',
    placeholder: placeholderOf(column, value),
    readOnly: isReadOnly || column.isGenerated,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': wrong ? `${id}fault` : undefined,
    // The field that was chosen in the grid.
    autoFocus: hasFocus,
    onChange: ({ target }: { target: { value: string } }) => onChange(toCell(target.value, column)),
  };
  const canChange = !props.readOnly;
  return (
    <div className="field value-field">
      <p className="value-head">
        <label htmlFor={id}>{column.name}</label>
        <span className="hint">{column.isGenerated ? `${column.type}, generated` : column.type}</span>
        {canChange && column.references && (
          <button
            type="button"
            className="text-button"
            aria-expanded={picks}
            aria-label={`Choose ${column.name}`}
            onClick={() => setPicks(!picks)}
          >
            Choose …
          </button>
        )}
        {canChange && column.nullable && value !== null && (
          <button
            type="button"
            className="text-button"
            aria-label={`Set to null: ${column.name}`}
            onClick={() => onChange(null)}
          >
            Set to null
          </button>
        )}
      </p>
      <Control column={column} control={props} onChange={onChange} isUnset={value === undefined} />
      {column.comment && <p className="hint">{column.comment}</p>}
      <p className="field-error" id={`${id}fault`} role="alert">
        {wrong}
      </p>
      {picks && column.references && (
        <ReferencePicker
          target={column.references}
          onPick={(picked) => {
            onChange(picked);
            setPicks(false);
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </div>
  );
}

function placeholderOf(
  { default: standard, nullable, isGenerated }: Column,
  value: Cell | undefined,
): string {
  if (value === null) return 'null';
  if (value === '') return 'empty text';
  return isGenerated ? 'computed' : (standard ?? (nullable ? 'null' : 'needs a value'));
}

interface ControlProps {
  column: Column;
  control: { value: string; readOnly: boolean; [name: string]: unknown };
  isUnset: boolean;
  onChange(value: Cell | undefined): void;
}

function Control({ column, control, isUnset, onChange }: ControlProps) {
  const choices = choicesOf(column);
  const { readOnly, placeholder, ...rest } = control;
  if (choices)
    return (
      <select
        {...rest}
        disabled={readOnly}
        onChange={({ target }) => onChange(target.value === '' ? (isUnset ? undefined : null) : target.value)}
      >
        {(column.nullable || control.value === '') && <option value="">{String(placeholder)}</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  const isLong = control.value.length > 60 || control.value.includes('\n');
  if (column.kind === 'json' || column.kind === 'array' || (isLong && column.kind !== 'uuid'))
    return (
      <textarea
        {...control}
        rows={column.kind === 'json' || isLong ? 6 : 2}
        spellCheck={column.kind === 'text'}
      />
    );
  return <input {...control} type="text" autoComplete="off" spellCheck={column.kind === 'text'} />;
}
