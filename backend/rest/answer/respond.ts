import type { Compiled } from '../compile/compiled.ts';
import { toContentType } from '../request/media-type.ts';
import type { Pairs } from '../request/parsed-query.ts';
import { toApplied } from '../request/preferences.ts';
import { outOfRange } from '../request/row-range.ts';
import { RestError } from '../rest-error.ts';
import type { Outcome } from '../run-request.ts';

export interface RespondOptions {
  isHead: boolean;
  /** More than one schema is exposed, so the response names its schema. */
  includesSchema: boolean;
  pairs: Pairs;
}

/** Creates the response from the result of the database. */
export function respond(compiled: Compiled, outcome: Outcome, context: RespondOptions): Response {
  const { kind, media, preferences } = compiled;
  const headers: Record<string, string> = {};
  const type = () => {
    headers['content-type'] = toContentType(media);
    if (context.includesSchema) headers['content-profile'] = compiled.schema;
  };
  if (media.kind === 'plan') {
    type();
    return finish(200, outcome.body, headers, {});
  }
  const applied = toApplied(preferences, kind, compiled.hasConflictTarget);
  if (applied !== '') headers['preference-applied'] = applied;
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated';
  const given = { headers: outcome.headers, status: outcome.status };

  if (kind === 'read' || kind === 'call') {
    const { offset } = compiled.range;
    const { count, total } = outcome;
    headers['content-range'] = toContentRange(offset, offset + count - 1, total);
    if (total !== undefined && offset > total)
      throw withHeaders(
        outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`),
        headers,
      );
    const { routine } = compiled;
    if (routine?.returns.schema === 'pg_catalog' && routine.returns.name === 'void' && !routine.returnsSet)
      return finish(204, '', headers, given);
    type();
    if (kind === 'read') headers['content-location'] = toContentLocation(compiled.name, context.pairs);
    return finish(
      total !== undefined && count < total ? 206 : 200,
      context.isHead ? '' : outcome.body,
      headers,
      given,
    );
  }

  const total = isCounted ? outcome.count : undefined;
  if (kind === 'update') headers['content-range'] = toContentRange(0, outcome.count - 1, total);
  else if (kind !== 'put') headers['content-range'] = toContentRange(1, 0, total);
  const isInserted = kind === 'insert' || kind === 'put';
  const isMerged = kind === 'put' || preferences.resolution === 'merge-duplicates';
  const insertStatus = isMerged && (outcome.inserted ?? 0) <= 0 ? 200 : 201;
  if (preferences.representation === 'representation') {
    type();
    return finish(isInserted ? insertStatus : 200, outcome.body, headers, given);
  }
  if (kind === 'insert' && preferences.representation === 'headers-only' && outcome.body !== '')
    headers.location = toLocation(compiled.name, outcome.body);
  return finish(kind === 'insert' ? insertStatus : 204, '', headers, given);
}

/** Functions may set status and headers through `response.status` and `response.headers`. */
function finish(
  status: number,
  body: string,
  headers: Record<string, string>,
  given: { headers?: string | undefined; status?: string | undefined },
): Response {
  const chosen = given.status === undefined ? status : parseStatus(given.status);
  const all = given.headers === undefined ? headers : { ...headers, ...parseHeaders(given.headers) };
  if (body === '') return new Response(null, { status: chosen, headers: all });
  return new Response(body, { status: chosen, headers: all });
}

function parseStatus(text: string): number {
  const status = Number(text);
  if (/^\d{3}$/.test(text) && status >= 200 && status <= 599) return status;
  throw new RestError('PGRST112', 500, 'response.status guc must be a valid status code');
}

/** A list of objects with one header each. */
function parseHeaders(text: string): Record<string, string> {
  const fault = new RestError(
    'PGRST111',
    500,
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw fault;
    const pairs = list.flatMap((entry: unknown) => Object.entries(Object(entry)));
    const headers = pairs.map(([name, value]): [string, string] => {
      if (typeof value !== 'string') throw fault;
      return [name.toLowerCase(), value];
    });
    // An invalid header must not be sent.
    return Object.fromEntries(new Headers(headers));
  } catch {
    throw fault;
  }
}

function toContentRange(first: number, last: number, total: number | undefined): string {
  const range = first <= last && total !== 0 ? `${first}-${last}` : '*';
  return `${range}/${total ?? '*'}`;
}

function toContentLocation(name: string, pairs: RespondOptions['pairs']): string {
  const sorted = [...pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const query = sorted
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  return `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`;
}

function toLocation(name: string, row: string): string {
  const key: Record<string, unknown> = JSON.parse(row);
  const filters = Object.entries(key).map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(String(value))}`}`,
  );
  return `/${encodeURIComponent(name)}?${filters.join('&')}`;
}

function withHeaders(error: RestError, headers: Record<string, string>): RestError {
  const { code, status, message, details, hint } = error;
  return new RestError(code, status, message, { details, hint, headers });
}
