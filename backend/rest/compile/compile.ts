import { BoundedMap } from '../../http/bounded-map.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { chooseMediaType } from '../request/media-type.ts';
import { parseQuery } from '../request/parse-query.ts';
import type { RestRequest } from '../request/parse-request.ts';
import { parsePreferences } from '../request/preferences.ts';
import { toShape } from '../request/query-shape.ts';
import { compileCall } from './compile-call.ts';
import { compileChange } from './compile-change.ts';
import { compileRead } from './compile-read.ts';
import type { Compiled } from './compiled.ts';

export type Compile = (
  catalogue: Catalogue,
  parsed: RestRequest,
  by: { role: string; maxRows: number | undefined },
) => Compiled;

const maxEntries = 500;
const maxShapeLength = 4096;

/** Compiles requests to statements, and caches them by the shape of the request until the definitions change. */
export function createCompile(): Compile {
  const cache = new BoundedMap<Compiled>(maxEntries);
  let cachedCatalogue: Catalogue | undefined;
  return (catalogue, parsed, by) => {
    if (cachedCatalogue !== catalogue) {
      cachedCatalogue = catalogue;
      cache.clear();
    }
    const shape = `${by.role}\n${shapeOf(parsed)}`;
    const known = cache.get(shape);
    if (known !== undefined) return known;
    const made = compile(catalogue, parsed, by);
    if (shape.length <= maxShapeLength) cache.set(shape, made);
    return made;
  };
}

function shapeOf({ resource, method, schema, pairs, body, prefer, accept, range }: RestRequest): string {
  const name = resource.kind === 'root' ? '' : resource.name;
  const isCallByGet = resource.kind === 'routine' && method !== 'POST';
  const bodyShape =
    body === undefined
      ? ''
      : `${body.type}\n${body.isObject}\n${body.names?.map((key) => JSON.stringify(key)).join() ?? '*'}`;
  return [
    method,
    resource.kind,
    schema,
    name,
    prefer,
    accept,
    range,
    bodyShape,
    toShape(pairs, isCallByGet),
  ].join('\n');
}

function compile(
  catalogue: Catalogue,
  parsed: RestRequest,
  by: { role: string; maxRows: number | undefined },
): Compiled {
  const { resource, method } = parsed;
  const { settings } = catalogue;
  const isCall = resource.kind === 'routine';
  const input = {
    catalogue,
    schema: parsed.schema,
    name: resource.kind === 'root' ? '' : resource.name,
    method,
    query: parseQuery(parsed.pairs, isCall && method !== 'POST'),
    body: parsed.body,
    preferences: parsePreferences(parsed.prefer, settings.mayEndTransaction),
    media: chooseMediaType(parsed.accept, settings.isPlanAllowed),
    rangeHeader: parsed.range,
    maxRows: by.maxRows,
    role: by.role,
  };
  if (isCall) return compileCall(input);
  return method === 'GET' || method === 'HEAD' ? compileRead(input) : compileChange(input);
}
