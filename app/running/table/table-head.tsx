import { useEffect, useRef } from 'react';
import type { SortKey } from '../state/running-query.ts';
import type { TableState } from './filter-runs.ts';

/** The label of each column and its first sort direction. */
export const columns: readonly { sort: SortKey; name: string; ascendingFirst?: true; isWide?: true }[] = [
  { sort: 'name', name: 'Run', ascendingFirst: true },
  { sort: 'day', name: 'Day', isWide: true },
  { sort: 'metres', name: 'Distance' },
  { sort: 'moving', name: 'Time', isWide: true },
  { sort: 'pace', name: 'Pace', ascendingFirst: true, isWide: true },
  { sort: 'gain', name: 'Climb', isWide: true },
  { sort: 'heart', name: 'Heart', isWide: true },
];

export type OnSort = (changes: Pick<TableState, 'sort' | 'ascending'>) => void;

interface TableHeadProps {
  state: TableState;
  onSort: OnSort;
  /** Where runs can be selected: how many of the shown ones are. */
  choice?: { chosen: number; all: number; onAll(chosen: boolean): void } | undefined;
}

export function TableHead({ state, onSort, choice }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choice && (
          <td className="runs-check">
            <ChooseAll {...choice} />
          </td>
        )}
        <td className="runs-shape" />
        {columns.map(({ sort, name, ascendingFirst = false, isWide }) => {
          const isSorted = state.sort === sort;
          return (
            <th
              key={sort}
              scope="col"
              className={isWide && 'runs-wide'}
              aria-sort={isSorted ? (state.ascending ? 'ascending' : 'descending') : undefined}
            >
              <button
                type="button"
                onClick={() => onSort({ sort, ascending: isSorted ? !state.ascending : ascendingFirst })}
              >
                {name}
                <span aria-hidden="true">{isSorted ? (state.ascending ? ' ↑' : ' ↓') : ''}</span>
              </button>
            </th>
          );
        })}
        {choice && (
          <th scope="col" className="runs-seen">
            <span className="label">Access</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function ChooseAll({ chosen, all, onAll }: NonNullable<TableHeadProps['choice']>) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen > 0 && chosen < all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      type="checkbox"
      ref={box}
      checked={all > 0 && chosen === all}
      aria-label="Select all runs shown"
      onChange={({ target }) => onAll(target.checked)}
    />
  );
}
