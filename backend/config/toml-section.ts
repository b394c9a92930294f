import { parseByteSize } from './byte-size.ts';

const durationUnits: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Collects faults and warnings, so that all are reported together. */
export interface ConfigNotes {
  problems: string[];
  warnings: string[];
}

/** One table of config.toml. A key that is read is known; `end` warns about all others. */
export interface TomlSection {
  has(key: string): boolean;
  boolean(key: string, fallback: boolean): boolean;
  integer(key: string, fallback: number, range?: { least?: number; most?: number }): number;
  text(key: string, fallback: string): string;
  /** One of the texts; the first is the default. */
  choice<T extends string>(key: string, texts: readonly [T, ...T[]]): T;
  /** Seconds, from a Go duration such as "1m30s". */
  seconds(key: string, fallback: number): number;
  /** A number, or a size such as "50MiB". */
  bytes(key: string, fallback: number): number;
  list(key: string): string[];
  /** Whether the value is `env(NAME)` of a variable that is not set. */
  isUnset(key: string): boolean;
  section(key: string): TomlSection;
  /** All tables or values below this one, whatever their names. */
  keys(): string[];
  /** Marks a key as known without reading it. */
  ignore(...keys: string[]): void;
  end(): void;
}

export function createTomlSection(
  table: unknown,
  path: string,
  notes: ConfigNotes,
  environment: Record<string, string | undefined>,
): TomlSection {
  const isTable = typeof table === 'object' && table !== null && !Array.isArray(table);
  if (table !== undefined && !isTable) notes.problems.push(`${path} must be a table`);
  const values = new Map<string, unknown>(isTable ? Object.entries(table) : []);
  const asked = new Set<string>();
  const name = (key: string) => (path === '' ? key : `${path}.${key}`);
  const children: TomlSection[] = [];

  const variableOf = (value: unknown) =>
    typeof value === 'string' ? /^env\((\w+)\)$/.exec(value)?.[1] : undefined;
  /** `env(NAME)` is replaced by the environment variable; an unset one is empty. */
  const resolve = (value: unknown): unknown => {
    const variable = variableOf(value);
    return variable === undefined ? value : (environment[variable] ?? '');
  };
  const take = (key: string): unknown => {
    asked.add(key);
    return resolve(values.get(key));
  };
  const wrong = (key: string, wanted: string, value: unknown) =>
    notes.problems.push(`${name(key)} must be ${wanted}, got ${JSON.stringify(value)}`);

  return {
    has: (key) => values.has(key),
    boolean(key, fallback) {
      const value = take(key);
      if (value === undefined || value === '') return fallback;
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      wrong(key, 'true or false', value);
      return fallback;
    },
    integer(key, fallback, range = {}) {
      const value = take(key);
      if (value === undefined || value === '') return fallback;
      const number = typeof value === 'string' ? Number(value) : value;
      const { least = 0, most = Number.MAX_SAFE_INTEGER } = range;
      if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
        return number;
      wrong(key, `a whole number from ${least} to ${most}`, value);
      return fallback;
    },
    text(key, fallback) {
      const value = take(key);
      if (value === undefined) return fallback;
      if (typeof value === 'string') return value;
      wrong(key, 'a text in quotes', value);
      return fallback;
    },
    choice(key, texts) {
      const value = take(key);
      if (value === undefined || value === '') return texts[0];
      const found = texts.find((text) => text === value);
      if (found === undefined) wrong(key, texts.map((text) => `"${text}"`).join(' or '), value);
      return found ?? texts[0];
    },
    seconds(key, fallback) {
      const value = take(key);
      if (value === undefined || value === '') return fallback;
      const seconds = typeof value === 'string' ? parseDuration(value) : undefined;
      if (seconds !== undefined) return seconds;
      wrong(key, 'a duration such as "30s" or "24h"', value);
      return fallback;
    },
    bytes(key, fallback) {
      const value = take(key);
      if (value === undefined || value === '') return fallback;
      const bytes = parseByteSize(String(value));
      if (bytes !== undefined) return bytes;
      wrong(key, 'a size such as "50MiB"', value);
      return fallback;
    },
    list(key) {
      const value = take(key);
      if (value === undefined) return [];
      if (Array.isArray(value))
        return value.map((entry) => String(resolve(entry))).filter((entry) => entry !== '');
      wrong(key, 'a list', value);
      return [];
    },
    isUnset(key) {
      const variable = variableOf(values.get(key));
      return variable !== undefined && environment[variable] === undefined;
    },
    section(key) {
      asked.add(key);
      const child = createTomlSection(values.get(key), name(key), notes, environment);
      children.push(child);
      return child;
    },
    keys: () => [...values.keys()],
    ignore(...keys) {
      for (const key of keys) asked.add(key);
    },
    end() {
      for (const key of values.keys())
        if (!asked.has(key)) notes.warnings.push(`${name(key)} is not known and has no effect`);
      for (const child of children) child.end();
    },
  };
}

/** Seconds of a Go duration such as "1h30m" or "5s"; undefined for any other text. */
function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount = '', , unit = ''] of text.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (durationUnits[unit] ?? 0);
  }
  return seconds;
}
