import type { ReactNode } from 'react';
import type { Unit } from '../../../running/units.ts';
import { type DistanceClass, distanceClasses } from '../state/running-query.ts';
import type { TableState } from './filter-runs.ts';
import { columns } from './table-head.tsx';

interface TableFiltersProps {
  state: TableState;
  onState(changes: Partial<TableState>): void;
  years: readonly number[];
  gear: readonly string[];
  unit: Unit;
}

/** Search, year, shoes and distance; on a phone, which hides columns, the order too. */
export function TableFilters({ state, onState, years, gear, unit }: TableFiltersProps) {
  return (
    <search className="runs-filters">
      <label className="runs-search">
        <span className="sr-only">Find runs by name, gear or day</span>
        <input
          className="input"
          type="search"
          placeholder="Find runs"
          value={state.search}
          maxLength={100}
          onChange={({ target }) => onState({ search: target.value })}
        />
      </label>
      <Select
        label="Year"
        value={String(state.inYear ?? '')}
        onValue={(year) => onState({ inYear: Number(year) || undefined })}
      >
        <option value="">All years</option>
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </Select>
      <Select
        label="Distance"
        value={state.distance ?? ''}
        onValue={(value) => onState({ distance: distanceClasses.find((each) => each === value) })}
      >
        <option value="">Any distance</option>
        {distanceClasses.map((each) => (
          <option key={each} value={each}>
            {formatDistanceClass(each, unit)}
          </option>
        ))}
      </Select>
      {gear.length > 0 && (
        <Select label="Gear" value={state.gear} onValue={(value) => onState({ gear: value })}>
          <option value="">Any gear</option>
          {gear.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      <div className="runs-order">
        <Select
          label="Sort"
          value={state.sort}
          onValue={(value) => {
            const column = columns.find(({ sort }) => sort === value);
            if (column) onState({ sort: column.sort, ascending: column.ascendingFirst ?? false });
          }}
        >
          {columns.map(({ sort, name }) => (
            <option key={sort} value={sort}>
              By {name.toLowerCase()}
            </option>
          ))}
        </Select>
      </div>
    </search>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onValue(value: string): void;
  children: ReactNode;
}

function Select({ label, value, onValue, children }: SelectProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      {children}
    </select>
  );
}

function formatDistanceClass(distance: DistanceClass, unit: Unit): string {
  const [min, max] = distance.split('-');
  if (min === '0') return `Below ${max} ${unit}`;
  return max ? `${min} to ${max} ${unit}` : `From ${min} ${unit}`;
}
