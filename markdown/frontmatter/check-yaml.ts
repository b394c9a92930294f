import type { Fault } from './fault.ts';
import {
  type Fields,
  findViolations,
  isObject,
  object,
  type Path,
  type Rule,
  type Violation,
} from './field-rules.ts';
import { findNearestName } from './nearest-name.ts';
import { readYaml, toSyntaxFault } from './read-yaml.ts';

export type Checked<Value> = { value: Value; faults?: undefined } | { value?: undefined; faults: Fault[] };

/** Reads YAML and checks it against the field rules; every fault is reported, with its line. */
export function checkYaml<Value>(
  yaml: string,
  firstLine: number,
  fields: Fields<Value> | Rule,
): Checked<Value> {
  let data: unknown;
  try {
    data = readYaml(yaml);
  } catch (error) {
    return { faults: [toSyntaxFault(error, firstLine)] };
  }
  const rule = 'must be lines like "title: My page"';
  if (!isObject(data)) return { faults: [{ line: firstLine, message: rule }] };
  const violations = findViolations(typeof fields === 'function' ? fields : object(fields, rule), data);
  // Every field is known to the rules and valid.
  if (violations.length === 0) return { value: data as Value };
  const faults = violations.map((violation) => toFault(violation, data, yaml, firstLine));
  return { faults: faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)) };
}

export function toFault(
  { path, rule, known }: Violation,
  data: object,
  yaml: string,
  firstLine: number,
): Fault {
  const line = firstLine + findLine(yaml, path);
  if (known) return { line, message: `"${toName(path)}" ${rule}: ${toRemedy(path, known)}` };
  const value = path.reduce<unknown>((inner, step) => readStep(inner, step), data);
  return { line, message: `"${toName(path)}" ${rule}, got ${preview(value)}${toHint(rule, value)}` };
}

/** A name at the top that is nearly a field was meant to be one. */
function toRemedy(path: Path, known: readonly string[]): string {
  if (path.length > 1) return 'remove it';
  const nearest = findNearestName(String(path[0]), known);
  return nearest ? `did you mean "${nearest}"?` : `remove it, or use one of ${known.join(', ')}`;
}

function readStep(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return Object.entries(value).find(([key]) => key === String(step))?.[1];
}

function toName(path: Path): string {
  return path.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${step}` : step),
    '',
  );
}

/** `title: 1984` is a number to YAML. */
function toHint(rule: string, value: unknown): string {
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return rule === 'must be text' && isScalar ? ': put it in quotes' : '';
}

function preview(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 57)}…` : written;
}

/** The line, from 0, on which a field stands; for the items of a list, the line of the list or of the item. */
function findLine(yaml: string, path: Path): number {
  const lines = yaml.split('\n');
  let at = 0;
  for (const step of path) {
    if (typeof step === 'number') {
      const items = lines.flatMap((line, index) => (index > at && /^\s*-\s/.test(line) ? [index] : []));
      at = lines[at + 1]?.trimStart().startsWith('- ') ? (items[step] ?? at) : at;
      continue;
    }
    const written = new RegExp(`^\\s*["']?${step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']?\\s*:`);
    const found = lines.findIndex((line, index) => index >= at && written.test(line));
    if (found >= 0) at = found;
  }
  return at;
}
