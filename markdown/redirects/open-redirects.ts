import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPages, type ContentFolder, isReadable, type ReadablePage } from '../files/content-files.ts';
import { toAddress } from '../files/page-address.ts';
import type { Fault } from '../frontmatter/fault.ts';
import type { ContentLog } from '../log.ts';
import { parseRedirects, REDIRECTS_FILE, type RedirectRule, toRedirectSource } from './parse-redirects.ts';
import {
  type ContentFault,
  createRedirectTable,
  type FoundRedirect,
  type RedirectTable,
} from './redirect-table.ts';

/** The earlier addresses of a content folder: those that pages name, and those of `redirects.yml`. */
export interface Redirects {
  find(path: string): FoundRedirect | undefined;
  has(address: string): boolean;
  /** The rules of `redirects.yml`. */
  rules(): readonly RedirectRule[];
  /** Those, and the rules that pages write at their top. The first for an address counts. */
  allRules(): readonly RedirectRule[];
  faults(): readonly ContentFault[];
  /** What would be wrong with `redirects.yml` if it had this text. */
  check(text: string): Fault[];
  /** Reads `redirects.yml` again. True if its rules are others than before. */
  reload(): boolean;
  /** Pages came, went or changed. */
  refresh(): void;
}

export interface RedirectsOptions {
  base: string;
  root: ContentFolder;
  log: ContentLog;
  /** A page that visitors can reach; others have no redirects, because these would reveal them. */
  isReachable: (page: ReadablePage) => boolean;
  hasPage: (address: string) => boolean;
  /** A page of which visitors must not know. */
  isHidden: (address: string) => boolean;
}

export function openRedirects(options: RedirectsOptions): Redirects {
  const { base, root, log } = options;
  let fileText: string | undefined;
  let fileRules: RedirectRule[] = [];
  let fileFaults: ContentFault[] = [];
  let faults: ContentFault[] = [];
  let logged = new Set<string>();
  let table: RedirectTable = createRedirectTable([], options.hasPage);

  function reload(): boolean {
    const text = readText(join(base, REDIRECTS_FILE));
    if (text === fileText) return false;
    fileText = text;
    const parsed = parseRedirects(text);
    // While the file is broken its earlier rules stay.
    if ('fault' in parsed) fileFaults = [{ file: REDIRECTS_FILE, ...parsed.fault }];
    else {
      fileRules = parsed.rules;
      fileFaults = parsed.faults.map((fault) => ({ file: REDIRECTS_FILE, ...fault }));
    }
    refresh();
    return true;
  }

  function refresh(): void {
    table = createRedirectTable([...fileRules, ...pageRules()], options.hasPage);
    faults = [...fileFaults, ...table.faults.map(withLine)];
    const messages = new Set(faults.map(describeFault));
    for (const message of messages)
      if (!logged.has(message)) log({ level: 'warn', message, file: REDIRECTS_FILE });
    logged = messages;
  }

  /** The line of a page's rule is looked up only for a fault: most rules have none. */
  function withLine(fault: ContentFault): ContentFault {
    if (fault.line !== undefined) return fault;
    const alias = fault.message.split(' ', 1)[0] ?? '';
    const lines = readText(join(base, fault.file)).split('\n', 200);
    const found = lines.findIndex((line) => line.includes(alias));
    return { ...fault, line: Math.max(0, found) + 1 };
  }

  /** The rules that pages write at their top. */
  function pageRules(): RedirectRule[] {
    const rules: RedirectRule[] = [];
    for (const page of allPages(root)) {
      const aliases = page.metadata?.redirectFrom;
      if (!aliases?.length || !isReadable(page) || !options.isReachable(page)) continue;
      for (const alias of aliases) {
        const from = toRedirectSource(alias);
        if (from === undefined || from === page.address) continue;
        rules.push({ from, isPattern: false, to: encodeURI(page.address), status: 301, file: page.file });
      }
    }
    return rules;
  }

  reload();
  return {
    find(path) {
      const address = toAddress(path);
      const found = address === undefined ? undefined : table.find(address);
      const target = found?.to?.startsWith('/') ? toAddress(found.to.replace(/[?#].*$/s, '')) : undefined;
      return target !== undefined && options.isHidden(target) ? undefined : found;
    },
    has: (address) => table.findRule(address) !== undefined,
    rules: () => fileRules,
    allRules: () => [...fileRules, ...pageRules()],
    faults: () => faults,
    check(text) {
      const parsed = parseRedirects(text);
      if ('fault' in parsed) return [parsed.fault];
      const { faults: others } = createRedirectTable([...parsed.rules, ...pageRules()], options.hasPage);
      const own = others.filter(({ file }) => file === REDIRECTS_FILE);
      return [...parsed.faults, ...own.map(({ file: _, ...fault }) => fault)];
    },
    reload,
    refresh,
  };
}

export function describeFault({ file, line, message }: ContentFault): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
