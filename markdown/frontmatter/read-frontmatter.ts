import { parse as parseToml, TomlDate, TomlError } from 'smol-toml';
import { toFault } from './check-yaml.ts';
import type { Fault } from './fault.ts';
import { findViolations, isObject, object, type Violation } from './field-rules.ts';
import { type Frontmatter, frontmatterFields } from './frontmatter-schema.ts';
import { findMeantField } from './meant-field.ts';
import { toOwnFields } from './other-fields.ts';
import { readYaml, toSyntaxFault } from './read-yaml.ts';
import { HEAD_LINE, type SplitSource } from './split-source.ts';

/** The frontmatter of a page, as far as it can be used. */
export interface ReadFrontmatter {
  fields: Frontmatter;
  /** Fields that nothing here uses, as they are written. */
  extra: Record<string, unknown>;
  faults: Fault[];
  /** It cannot be read at all. */
  isBroken: boolean;
  /** It says something about who may see the page that cannot be understood: the page stays hidden. */
  isHidden: boolean;
}

/** Fields that keep a page from visitors: a fault in one of them must not publish it. */
export const HIDING_FIELDS = ['draft', 'publishAt', 'expires', 'unlisted'];
const MENTIONS_HIDING = /^[ \t]*["']?(?:draft|publish\w*|unlisted|expir\w*)["']?[ \t]*[:=]/im;
const LIST_RULE = 'must be lines like "title: My page"';
const rule = object(frontmatterFields, LIST_RULE);

/** A fault costs the field it is in, never the page. */
export function readFrontmatter({
  head = '',
  format,
}: Pick<SplitSource, 'head' | 'format'>): ReadFrontmatter {
  let data: unknown;
  try {
    data = readHeadData(head, format);
  } catch (error) {
    return broken(head, toFaultOf(error));
  }
  if (!isObject(data)) return broken(head, { line: HEAD_LINE, message: LIST_RULE });
  return checkFields(toOwnFields(data), head);
}

/** What is written, in the author's own names. Throws what the parser throws. */
export function readHeadData(head: string, format: SplitSource['format']): unknown {
  return format === 'toml' ? toPlainData(parseToml(head)) : (readYaml(head) ?? {});
}

/** Nothing can be read: what the text says of hiding the page is taken at its word. */
export function broken(head: string, fault: Fault): ReadFrontmatter {
  const isHidden = MENTIONS_HIDING.test(head);
  return { fields: {}, extra: {}, faults: [withHint(fault, isHidden)], isBroken: true, isHidden };
}

function withHint({ message, ...fault }: Fault, isHidden: boolean): Fault {
  return { ...fault, message: isHidden ? `${message}; the page stays hidden until then` : message };
}

function checkFields(data: Record<string, unknown>, head: string): ReadFrontmatter {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(data).filter(hasValue));
  const extra: [string, unknown][] = [];
  const faults: Fault[] = [];
  let isHidden = false;
  const violations = findViolations(rule, fields);
  for (const violation of violations) {
    const name = String(violation.path[0]);
    if (violation.known && violation.path.length === 1) {
      extra.push([name, fields[name]]);
      const nearest = findMeantField(name);
      const isHiding = nearest !== undefined && HIDING_FIELDS.includes(nearest);
      if (nearest) faults.push(withHint(toFault(violation, data, head, HEAD_LINE), isHiding));
      isHidden ||= isHiding;
    } else {
      const isHiding = HIDING_FIELDS.includes(name);
      faults.push(withHint(toFault(violation, data, head, HEAD_LINE), isHiding));
      isHidden ||= isHiding;
    }
  }
  for (const violation of violations.reverse()) leaveOut(fields, violation);
  faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  // Every field that is left is known to the rules and valid.
  return {
    fields: fields as Frontmatter,
    extra: Object.fromEntries(extra),
    faults,
    isBroken: false,
    isHidden,
  };
}

/** A field without a value says nothing, except of hiding the page. */
function hasValue([name, value]: [string, unknown]): boolean {
  return HIDING_FIELDS.includes(name) || (value !== null && value !== '');
}

/** Takes out the smallest part that is wrong: an item of a list, an unknown field of a group, or the whole field. */
function leaveOut(fields: Record<string, unknown>, { path, known: others }: Violation): void {
  const [name = '', step] = path;
  const value = fields[name];
  if (Array.isArray(value) && typeof step === 'number') fields[name] = value.filter((_, at) => at !== step);
  else if (isObject(value) && others && step !== undefined)
    fields[name] = Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
  else delete fields[name];
}

export function toFaultOf(error: unknown): Fault {
  if (!(error instanceof TomlError)) return toSyntaxFault(error, HEAD_LINE);
  const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
  return { line: HEAD_LINE + error.line - 1, message: `is not valid TOML (${reason})` };
}

/** TOML has dates of its own; here they are text, as in YAML. */
function toPlainData(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toPlainData);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlainData(inner)]));
}
