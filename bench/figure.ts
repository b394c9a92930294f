/** One line of the final table. A figure without a limit is there for comparison. */
export interface Figure {
  name: string;
  measured: string;
  limit?: string;
  /** Missing for a figure without a limit. */
  ok?: boolean;
}

export type Unit =
  | 'bytes'
  | 'ms'
  | 'ms CPU'
  | 'µs CPU'
  | 's'
  | 's CPU'
  | 'MB'
  | 'ratio'
  | 'points'
  | 'requests'
  | 'pages'
  | 'runs'
  | 'pixels'
  | 'per second'
  | 'files'
  | 'slots'
  | 'lines'
  | 'writes'
  | 'mails'
  | 'events'
  | 'processes';

export function atMost(name: string, value: number, limit: number, unit: Unit): Figure {
  return { name, measured: show(value, unit), limit: `≤ ${show(limit, unit)}`, ok: value <= limit };
}

export function below(name: string, value: number, limit: number, unit: Unit): Figure {
  return { name, measured: show(value, unit), limit: `< ${show(limit, unit)}`, ok: value < limit };
}

export function atLeast(name: string, value: number, limit: number, unit: Unit): Figure {
  return { name, measured: show(value, unit), limit: `≥ ${show(limit, unit)}`, ok: value >= limit };
}

/** `value` must be exactly `wanted`: a count of something that has to be complete. */
export function exactly(name: string, value: number, wanted: number, unit: Unit): Figure {
  return { name, measured: show(value, unit), limit: `= ${show(wanted, unit)}`, ok: value === wanted };
}

export function isTrue(name: string, value: boolean): Figure {
  return { name, measured: value ? 'yes' : 'no', limit: 'yes', ok: value };
}

/** A figure without a limit. */
export function noLimit(name: string, value: number, unit: Unit): Figure {
  return { name, measured: show(value, unit) };
}

export function isMissed(figure: Figure): boolean {
  return figure.ok === false;
}

function show(value: number, unit: Unit): string {
  if (unit === 'ratio') return value.toFixed(3);
  const digits =
    unit === 's' || unit === 's CPU' || unit === 'ms CPU'
      ? 2
      : unit === 'MB' || unit === 'ms' || unit === 'µs CPU'
        ? 1
        : 0;
  const number = value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits });
  return unit === 'points' ? number : `${number} ${unit}`;
}
