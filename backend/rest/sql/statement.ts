import { parseList } from '../request/parse-filter.ts';
import type { Pairs, Value } from '../request/parsed-query.ts';

/** The conversion of a query string value before it is sent. */
export type Transform = 'text' | 'pattern' | 'list';

/** A parameter of a statement: a fixed text, the end of a query string parameter, or the request body. */
export type Binding =
  | { kind: 'fixed'; text: string | null }
  | { kind: 'pair'; pair: number; start: number; transform: Transform }
  | { kind: 'body' };

/** Collects the parameters of a statement while its text is built. */
export interface Bindings {
  readonly list: Binding[];
  /** `$1`, `$2`, … */
  value(value: Value, transform?: Transform): string;
  fixed(text: string): string;
  body(): string;
}

export function createBindings(): Bindings {
  const list: Binding[] = [];
  const add = (binding: Binding) => `$${list.push(binding)}`;
  let body: string | undefined;
  return {
    list,
    value: ({ text, from }, transform = 'text') =>
      add(
        from === undefined
          ? { kind: 'fixed', text: apply(transform, text) }
          : { kind: 'pair', ...from, transform },
      ),
    fixed: (text) => add({ kind: 'fixed', text }),
    body() {
      body ??= add({ kind: 'body' });
      return body;
    },
  };
}

export interface Statement {
  text: string;
  bindings: readonly Binding[];
}

/** The values of a statement for one request. */
export function toValues({ bindings }: Statement, pairs: Pairs, body: string | null): (string | null)[] {
  return bindings.map((binding) => {
    if (binding.kind === 'fixed') return binding.text;
    if (binding.kind === 'body') return body;
    return apply(binding.transform, (pairs[binding.pair]?.[1] ?? '').slice(binding.start));
  });
}

function apply(transform: Transform, text: string): string {
  if (transform === 'pattern') return text.replaceAll('*', '%');
  return transform === 'list' ? toArray(parseList(text)) : text;
}

/** A Postgres array of texts. A list without members is empty, not a list of one empty text. */
function toArray(members: string[]): string {
  if (members.length === 1 && members[0] === '') return '{}';
  return `{${members.map((member) => `"${member.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

/** A string literal. Backslashes have no meaning in it, because standard_conforming_strings is on. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
