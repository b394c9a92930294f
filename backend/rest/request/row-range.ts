import { RestError } from '../rest-error.ts';

/** The requested rows. Without `limit`: all from `offset` on. */
export interface RowRange {
  offset: number;
  limit: number | undefined;
}

/** The intersection of the query string's range and the Range header. A limit of zero is valid. */
export function toRowRange(given: {
  limit?: number | undefined;
  offset?: number | undefined;
  header: string | null;
}): RowRange {
  const { limit, offset = 0 } = given;
  if (limit === 0) return { offset: 0, limit: 0 };
  if (limit !== undefined && limit < 0) throw outOfRange('Limit should be greater than or equal to zero.');
  const header = parseRangeHeader(given.header);
  const start = Math.max(offset, header.first);
  const ends = [limit === undefined ? Infinity : offset + limit, header.last + 1];
  const end = Math.min(...ends);
  if (header.last < header.first)
    throw outOfRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  if (end === Infinity) return { offset: start, limit: undefined };
  if (end <= start) throw outOfRange('Limit should be greater than or equal to zero.');
  return { offset: start, limit: end - start };
}

/** Applies the configured maximum. */
export function restrict(range: RowRange, most: number | undefined): RowRange {
  if (most === undefined || (range.limit !== undefined && range.limit <= most)) return range;
  return { ...range, limit: most };
}

function parseRangeHeader(header: string | null): { first: number; last: number } {
  const [, first, last] = /^\s*(?:items=)?(\d{1,15})-(\d{1,15})?\s*$/.exec(header ?? '') ?? [];
  if (first === undefined) return { first: 0, last: Infinity };
  return { first: Number(first), last: last === undefined ? Infinity : Number(last) };
}

export function outOfRange(details: string): RestError {
  return new RestError('PGRST103', 416, 'Requested range not satisfiable', { details });
}
