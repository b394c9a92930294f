import { type FormEvent, useState } from 'react';
import { formatFilter, parseFilter } from './table-address.ts';
import type { Column, Filter } from './table-data.ts';

const operators: Record<Filter['operator'], string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  ilike: 'is like',
  like: 'is like (exact case)',
  in: 'is one of',
  is: 'is (null, true …)',
};
const states = { null: 'is null', not_null: 'is not null', true: 'is true', false: 'is false' };

interface FilterBarProps {
  columns: Column[];
  /** As in the address. */
  filters: string[];
  onChange(filters: string[]): void;
}

/** Adds and removes filters. They are in the address, so that a list can be shared and left by the back button. */
export function FilterBar({ columns, filters, onChange }: FilterBarProps) {
  const [column, setColumn] = useState(columns[0]?.name ?? '');
  const [operator, setOperator] = useState<Filter['operator']>('eq');
  const [value, setValue] = useState('');
  const isState = operator === 'is';

  function add(event: FormEvent) {
    event.preventDefault();
    const wanted = isState && !(value in states) ? 'null' : value;
    const added = formatFilter({ column, operator, value: wanted });
    if (!filters.includes(added)) onChange([...filters, added]);
    setValue('');
  }

  return (
    <div className="filter-bar">
      <form method="post" className="filter-form" onSubmit={add} aria-label="Filter">
        <select
          className="input"
          aria-label="Column"
          value={column}
          onChange={({ target }) => setColumn(target.value)}
        >
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Comparison"
          value={operator}
          onChange={({ target }) => setOperator(target.value as Filter['operator'])}
        >
          {Object.entries(operators).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        {isState ? (
          <select
            className="input"
            aria-label="Value"
            value={value}
            onChange={({ target }) => setValue(target.value)}
          >
            {Object.entries(states).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        ) : (
          <input
            className="input"
            aria-label="Value"
            placeholder={operator.endsWith('like') ? '*part*' : operator === 'in' ? 'one, two' : 'Value'}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            autoComplete="off"
          />
        )}
        <button type="submit" className="choice">
          Add filter
        </button>
      </form>
      {filters.length > 0 && (
        <ul className="filter-list" aria-label="Filters">
          {filters.map((text, at) => (
            <li key={text}>
              <button
                type="button"
                className="choice"
                aria-label={`Remove filter ${describe(text)}`}
                onClick={() => onChange(filters.filter((_, other) => other !== at))}
              >
                {describe(text)} <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describe(text: string): string {
  const filter = parseFilter(text);
  if (!filter) return text;
  const state =
    filter.operator === 'is' ? Object.entries(states).find(([name]) => name === filter.value) : undefined;
  return `${filter.column} ${state ? state[1] : `${operators[filter.operator]} ${filter.value || '“”'}`}`;
}
