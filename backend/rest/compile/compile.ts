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
  asked: RestRequest,
  by: { role: string; maxRows: number | undefined },
) => Compiled;

const mostKept = 500;
const longestShape = 4096;

/** Makes requests ready, and keeps what it made for other requests of the same shape, until the definitions change. */
export function createCompile(): Compile {
  let kept = new Map<string, Compiled>();
  let madeFor: Catalogue | undefined;
  return (catalogue, asked, by) => {
    if (madeFor !== catalogue) {
      madeFor = catalogue;
      kept = new Map();
    }
    const shape = `${by.role}\n${shapeOf(asked)}`;
    const known = kept.get(shape);
    if (known !== undefined) return known;
    const made = compile(catalogue, asked, by);
    if (shape.length <= longestShape) {
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
      kept.set(shape, made);
    }
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
  asked: RestRequest,
  by: { role: string; maxRows: number | undefined },
): Compiled {
  const { resource, method } = asked;
  const { settings } = catalogue;
  const isCall = resource.kind === 'routine';
  const order = {
    catalogue,
    schema: asked.schema,
    name: resource.kind === 'root' ? '' : resource.name,
    method,
    query: parseQuery(asked.pairs, isCall && method !== 'POST'),
    body: asked.body,
    preferences: parsePreferences(asked.prefer, settings.mayEndTransaction),
    media: chooseMediaType(asked.accept, settings.isPlanAllowed),
    rangeHeader: asked.range,
    maxRows: by.maxRows,
    role: by.role,
  };
  if (isCall) return compileCall(order);
  return method === 'GET' || method === 'HEAD' ? compileRead(order) : compileChange(order);
}
