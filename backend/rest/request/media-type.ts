import { RestError } from '../rest-error.ts';

/** The requested format of a response. */
export type MediaType =
  | { kind: 'json' }
  | { kind: 'stripped' }
  | { kind: 'object'; isStripped: boolean }
  | { kind: 'csv' }
  | { kind: 'geojson' }
  | { kind: 'plan'; format: 'text' | 'json'; options: string[]; of: MediaType; ofText: string };

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

/** Chooses the client's most preferred format that we support. */
export function chooseMediaType(accept: string | null, isPlanAllowed: boolean): MediaType {
  if (accept === null || accept === '*/*' || accept === 'application/json') return { kind: 'json' };
  const wanted = parseAccept(accept);
  for (const type of wanted) {
    const found = toMediaType(type);
    if (found !== undefined && (found.kind !== 'plan' || isPlanAllowed)) return found;
  }
  throw notAvailable(wanted.map(({ text }) => text));
}

export function notAvailable(types: string[]): RestError {
  return new RestError('PGRST107', 406, `None of these media types are available: ${types.join(', ')}`);
}

interface Wanted {
  name: string;
  parameters: Map<string, string>;
  text: string;
}

export function parseAccept(accept: string): Wanted[] {
  return splitOutsideQuotes(accept, ',')
    .map((text, index) => ({ ...parseType(text), index }))
    .filter(({ name }) => name !== '')
    .sort((one, other) => quality(other) - quality(one) || one.index - other.index);
}

export function parseType(text: string): Wanted {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const [key = '', value = ''] = part.split(/=(.*)/s).map((piece) => piece.trim());
    parameters.set(key.toLowerCase(), value.replace(/^"(.*)"$/s, '$1'));
  }
  return { name: name.toLowerCase(), parameters, text: text.trim() };
}

function toMediaType({ name, parameters }: Wanted): MediaType | undefined {
  const isStripped = parameters.get('nulls') === 'stripped';
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'json' };
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return isStripped ? { kind: 'stripped' } : { kind: 'json' };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', isStripped };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/geo+json':
      return { kind: 'geojson' };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return toPlan('text', parameters);
    case 'application/vnd.pgrst.plan+json':
      return toPlan('json', parameters);
    default:
      return undefined;
  }
}

function toPlan(format: 'text' | 'json', parameters: Map<string, string>): MediaType | undefined {
  const ofText = parameters.get('for') ?? 'application/json';
  const of = toMediaType(parseType(ofText));
  if (of === undefined || of.kind === 'plan') return undefined;
  const asked = (parameters.get('options') ?? '').split('|');
  return {
    kind: 'plan',
    format,
    options: planOptions.filter((option) => asked.includes(option)),
    of,
    ofText,
  };
}

export function toContentType(type: MediaType): string {
  switch (type.kind) {
    case 'json':
      return 'application/json; charset=utf-8';
    case 'stripped':
      return 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8';
    case 'object':
      return `application/vnd.pgrst.object+json${type.isStripped ? ';nulls=stripped' : ''}; charset=utf-8`;
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'geojson':
      return 'application/geo+json; charset=utf-8';
    case 'plan': {
      const options = type.options.length === 0 ? '' : `; options=${type.options.join('|')}`;
      return `application/vnd.pgrst.plan+${type.format}; for="${type.ofText}"${options}; charset=utf-8`;
    }
  }
}

function quality({ parameters }: Wanted): number {
  const weight = Number(parameters.get('q') ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isQuoted = !isQuoted;
    else if (text[index] === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
