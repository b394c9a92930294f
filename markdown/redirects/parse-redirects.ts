/** `redirects.yml` in the content folder: lines like `/old: /new` and `/old/*: /new/:splat`. */
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { toAddress } from '../files/page-address.ts';
import type { Fault } from '../frontmatter/fault.ts';
import { hasOnlyComments } from '../frontmatter/read-yaml.ts';

export const REDIRECTS_FILE = 'redirects.yml';

const statuses = [301, 302, 307, 308, 410] as const;
export type RedirectStatus = (typeof statuses)[number];

/** Where an earlier address leads. */
export interface RedirectRule {
  /** An address as `toAddress` writes it; of a pattern, the part before `*`. */
  from: string;
  isPattern: boolean;
  /** A path of this site or an https address, with `:splat` in it for what `*` stood for. Undefined: the page is gone (410). */
  to: string | undefined;
  status: RedirectStatus;
  file: string;
  line?: number;
}

export const MAX_PATTERNS = 200;
const SPLAT = ':splat';

/** A file that is no YAML has no rules. A rule that cannot be used is left out. */
export function parseRedirects(text: string): { rules: RedirectRule[]; faults: Fault[] } | { fault: Fault } {
  let data: unknown;
  try {
    data = hasOnlyComments(text) ? {} : load(text, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 4 });
  } catch (error) {
    const line = error instanceof YAMLException ? (error.mark?.line ?? 0) + 1 : 1;
    const reason = error instanceof YAMLException ? ` (${error.reason})` : '';
    return { fault: { line, message: `is not valid YAML${reason}: write lines like "/old: /new"` } };
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { fault: { line: 1, message: 'must be lines like "/old: /new"' } };
  const lines = findLines(text);
  const rules: RedirectRule[] = [];
  const faults: Fault[] = [];
  let patterns = 0;
  for (const [from, value] of Object.entries(data)) {
    const line = lines.get(from) ?? 1;
    const rule = toRule(from, value, line);
    if (typeof rule === 'string') faults.push({ line, message: rule });
    else if (rule.isPattern && ++patterns > MAX_PATTERNS) {
      faults.push({ line, message: `"${from}" is left out: there can be ${MAX_PATTERNS} rules with *` });
    } else rules.push(rule);
  }
  return { rules, faults };
}

function toRule(from: string, value: unknown, line: number): RedirectRule | string {
  const { to, status = to === undefined ? 410 : 301, ...others } = toFields(value);
  const isPattern = from.endsWith('/*');
  const address = toRedirectSource(isPattern ? from.slice(0, -2) || '/' : from);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return `"${from}": "${unknown}" is not known: use to and status`;
  if (address === undefined)
    return `"${from}" must be a path of this site like /old, or /old/* for all below it`;
  if (!isStatus(status)) return `"${from}": status must be one of ${statuses.join(', ')}`;
  if (status === 410) return { from: address, isPattern, to: undefined, status, file: REDIRECTS_FILE, line };
  if (typeof to !== 'string' || !isRedirectTarget(to))
    return `"${from}" must lead to a path of this site like /new, or to an address like https://example.com/new`;
  if (to.includes(SPLAT) && !isPattern) return `"${from}": ${SPLAT} stands for the * of a rule like /old/*`;
  return { from: address, isPattern, to, status, file: REDIRECTS_FILE, line };
}

function toFields(value: unknown): { to?: unknown; status?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { to: value };
}

function isStatus(value: unknown): value is RedirectStatus {
  return statuses.some((status) => status === value);
}

/** The address of an earlier page; undefined for anything that no request can have as its path. */
export function toRedirectSource(path: string): string | undefined {
  if (!/^\/(?![/\\])/.test(path) || /[?#*\\\p{Cc}]/u.test(path)) return undefined;
  return toAddress(path);
}

/**
 * A path of this site, or an https address in full. Browsers read `//host`, `/\host` and paths with control characters as other hosts,
 * so these are refused, also in percent-encoding.
 */
export function isRedirectTarget(to: string): boolean {
  if (/[\\\p{Cc}\p{Z}]|%(?:25)*(?:0[0-9a-f]|1[0-9a-f]|2[ef]|5c)/iu.test(to)) return false;
  if (to.startsWith('/')) return !to.startsWith('//') && isOwnPath(to);
  const url = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(to) ? URL.parse(to) : null;
  // The host is what is written: `:splat` can not be part of it.
  return url !== null && url.username === '' && !/^https:\/\/[^/?#]*:splat/i.test(to);
}

/** `/./` and `/a/..//` can leave a path with two slashes at its start. */
export function isOwnPath(path: string): boolean {
  const url = URL.parse(path, 'http://site.invalid');
  return url?.host === 'site.invalid' && !url.pathname.startsWith('//');
}

/** Puts what `*` stood for into a target. Each segment is encoded, so that it stays a part of the path. */
export function fillSplat(to: string, rest: string): string {
  return to.replaceAll(SPLAT, () => rest.split('/').map(encodeURIComponent).join('/'));
}

/** The line of each key, from 1. */
function findLines(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, quoted, single, plain] =
      /^(?:"([^"]+)"|'([^']+)'|([^\s#"'][^#]*?))\s*:(?:\s|$)/.exec(line) ?? [];
    const key = quoted ?? single ?? plain;
    if (key !== undefined && !found.has(key)) found.set(key, index + 1);
  }
  return found;
}
