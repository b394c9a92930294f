import { useId } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { useAnswer } from '../../use-answer.ts';
import type { TableList } from '../table-data.ts';
import { columnTypes, type NewColumn } from './table-sql.ts';

export const emptyColumn: NewColumn = {
  name: '',
  type: 'text',
  nullable: true,
  default: '',
  unique: false,
  references: undefined,
};

interface ColumnFieldsProps {
  column: NewColumn;
  onChange(column: NewColumn): void;
}

/** The fields of a new column. */
export function ColumnFields({ column, onChange }: ColumnFieldsProps) {
  const id = useId();
  const set = (change: Partial<NewColumn>) => onChange({ ...column, ...change });
  return (
    <>
      <div className="tools-fields">
        <TextField
          label="Column name"
          value={column.name}
          required
          spellCheck={false}
          onChange={({ target }) => set({ name: target.value })}
        />
        <div className="field">
          <label htmlFor={`${id}type`}>Type</label>
          <select
            id={`${id}type`}
            className="input"
            value={column.type}
            onChange={({ target }) => set({ type: target.value })}
          >
            {columnTypes.map(({ type, title }) => (
              <option key={type} value={type}>
                {title} ({type})
              </option>
            ))}
          </select>
        </div>
        <TextField
          label="Default (optional)"
          value={column.default}
          spellCheck={false}
          onChange={({ target }) => set({ default: target.value })}
        />
      </div>
      <div className="tools-checks">
        <label>
          <input
            type="checkbox"
            checked={!column.nullable}
            onChange={({ target }) => set({ nullable: !target.checked })}
          />
          Must have a value
        </label>
        <label>
          <input
            type="checkbox"
            checked={column.unique}
            onChange={({ target }) => set({ unique: target.checked })}
          />
          Each value once
        </label>
        <label>
          <input
            type="checkbox"
            checked={column.references !== undefined}
            onChange={({ target }) => set({ references: target.checked ? noReference : undefined })}
          />
          Points to another table
        </label>
      </div>
      {column.references && <ReferenceFields column={column} onChange={onChange} />}
    </>
  );
}

const noReference = { schema: '', name: '', column: 'id' };

function ReferenceFields({ column, onChange }: ColumnFieldsProps) {
  const id = useId();
  const { answer } = useAnswer<TableList>('/tables');
  const { schema, name, column: target } = column.references ?? noReference;
  const set = (references: NewColumn['references']) => onChange({ ...column, references });
  // Users are not in the list, and are what is pointed to most often.
  const tables = ['auth.users', ...(answer?.tables ?? []).flatMap((table) => toEntry(table))];
  return (
    <div className="tools-fields">
      <TextField
        label="Table it points to"
        placeholder="public.places"
        list={`${id}tables`}
        value={schema === '' ? name : `${schema}.${name}`}
        required
        spellCheck={false}
        onChange={({ target: { value } }) => set({ ...parseTable(value), column: target })}
      />
      <datalist id={`${id}tables`}>
        {tables.map((table) => (
          <option key={table} value={table} />
        ))}
      </datalist>
      <TextField
        label="Its column"
        value={target}
        required
        spellCheck={false}
        onChange={({ target: { value } }) => set({ schema, name, column: value })}
      />
    </div>
  );
}

const toEntry = ({ kind, schema, name }: TableList['tables'][number]) =>
  kind === 'table' ? [`${schema}.${name}`] : [];

/** Without a dot it is not yet a name with a schema. */
function parseTable(text: string) {
  const dot = text.indexOf('.');
  return dot < 0 ? { schema: '', name: text } : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}

/** A table without a schema is one of the API's. */
export function completeColumn(column: NewColumn): NewColumn {
  const { references } = column;
  return references?.schema === '' ? { ...column, references: { ...references, schema: 'public' } } : column;
}
