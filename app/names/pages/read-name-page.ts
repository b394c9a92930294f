import { findName, normalizeName } from '../../../names/find-name.ts';
import type { NameSource } from '../../../names/name-source.ts';
import { findNearNames } from '../../../names/near-names.ts';
import { createNameView, type NameView } from '../../../names/view.ts';
import { toNameQuery } from '../../../names/view-query.ts';
import type { Head, PageDataByRoute } from '../../page-data.ts';
import { namesPath, toNamePath } from '../names-address.ts';
import { readNames, type Warn } from './read-names-page.ts';

interface NamePage {
  data: PageDataByRoute['name'];
  head: Head;
  status?: number;
  query?: string;
  variant?: string;
}

interface NameRequest {
  /** Decoded. */
  path: string;
  warn: Warn;
}

const nearCount = 6;

/** `/baby-names/emma`. Undefined for what is no name, and for another spelling of one: see `findNamePath`. */
export async function readNamePage(
  source: NameSource,
  { path, query, warn }: NameRequest & { query: URLSearchParams },
): Promise<NamePage | undefined> {
  const written = toWritten(path);
  if (written === undefined) return undefined;
  const names = await readNames(source, warn);
  if (!names)
    return {
      data: { found: { problem: true } },
      head: { title: 'Baby names', robots: 'noindex' },
      status: 503,
      variant: ' without names',
    };
  const view = await createNameView(names, written, query);
  if (!view)
    return {
      data: { found: { unknown: normalizeName(written), near: findNearNames(names, written, nearCount) } },
      head: { title: `${normalizeName(written)}: not listed`, robots: 'noindex' },
      status: 404,
      variant: ' not listed',
    };
  if (toNamePath(view.detail.name) !== path) return undefined;
  return { data: { found: view }, head: toHead(view), query: toNameQuery(view.state) };
}

/** The one path of a name's page, for any spelling of the name. */
export async function findNamePath(
  source: NameSource,
  { path, warn }: NameRequest,
): Promise<string | undefined> {
  const written = toWritten(path);
  if (written === undefined) return undefined;
  const names = await readNames(source, warn);
  const name = names?.spellings[findName(names, written)];
  return name && toNamePath(name);
}

/** What the path has in the place of a name. A text with digits, dots or slashes is the path of something else. */
function toWritten(path: string): string | undefined {
  return /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,39}$/u.exec(path.slice(namesPath.length + 1))?.[0];
}

/** A name's page is indexed by search engines; with a surname or another chart it is not. */
function toHead({ detail, source, state }: NameView): Head {
  const [main] = detail.sexes;
  const given = main?.latest.count
    ? `${main.latest.count.toLocaleString('en')} ${main.sex} got the name in ${source.lastYear}, rank ${main.latest.rank.toLocaleString('en')}.`
    : `Nobody is listed with the name in ${source.lastYear}.`;
  return {
    title: `${detail.name}: the name since ${main?.from ?? source.firstYear}`,
    description: `${given} Trend, spellings that sound the same, and similar names.`,
    ...(toNameQuery(state) !== '' && { robots: 'noindex' }),
  };
}
