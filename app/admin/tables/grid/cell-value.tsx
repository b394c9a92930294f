import site from '../../../../site.config.ts';
import type { Cell, Column } from '../table-data.ts';

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(site.language, options);

/** A moment or a day for people. The value itself is what is edited. */
function formatTime(value: string, { kind, type }: Column): string {
  if (kind === 'date') return formatOr(value, `${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const hasZone = type.includes('with time zone');
  const moment = value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') + (hasZone ? '' : 'Z');
  return formatOr(value, moment, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(!hasZone && { timeZone: 'UTC' }),
  });
}

/** Postgres knows moments that a browser does not: `infinity`, and years before Christ. */
function formatOr(value: string, moment: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? value : format(options).format(date);
}

export function CellValue({ value, column, isCut }: { value: Cell; column: Column; isCut: boolean }) {
  if (value === null) return <span className="cell-null">null</span>;
  if (value === '') return <span className="cell-empty">empty</span>;
  const { kind } = column;
  if (kind === 'date' || kind === 'timestamp')
    return <time dateTime={value}>{formatTime(value, column)}</time>;
  // More than a line shows would only cost time.
  return (
    <>
      {value.slice(0, 200)}
      {(isCut || value.length > 200) && '…'}
    </>
  );
}
