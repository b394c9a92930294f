import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentFault } from '../faults.ts';
import { isInside } from '../files/follow-links.ts';
import { NOT_UTF8, withoutMark } from '../files/read-file-head.ts';
import type { Fault } from '../frontmatter/fault.ts';
import type { ContentLog } from '../log.ts';
import { checkTheme, MAX_THEME_BYTES, readColors, tooLargeTheme } from './check-theme.ts';
import { toHex } from './parse-color.ts';
import { THEME_FILE } from './theme-file.ts';

/** The owner's stylesheet, which every page has after the site's own. */
export interface Theme {
  css: string;
  /** Of its text: an address with it can be kept forever. */
  hash: string;
  /** The background as `#rrggbb`, where the file sets one that can be read. */
  paper: { day?: string; night?: string };
}

export interface ThemeFile {
  /** Undefined: there is none, or none that can be used. */
  current(): Theme | undefined;
  faults(): readonly ContentFault[];
  /** Reads the file again. True if pages have another stylesheet than before. */
  reload(): boolean;
}

export function openTheme(base: string, log: ContentLog): ThemeFile {
  let current: Theme | undefined;
  let faults: ContentFault[] = [];
  let logged = new Set<string>();

  function reload(): boolean {
    const before = current?.hash;
    const read = readTheme(base);
    current = read.text === undefined ? undefined : toTheme(read.text);
    const found = read.text === undefined ? read.faults : checkTheme(read.text);
    faults = found.map((fault) => ({ file: THEME_FILE, ...fault }));
    report();
    return before !== current?.hash;
  }

  /** Each fault once, and again after it was repaired. */
  function report(): void {
    const messages = new Set(
      faults.map(({ line, message }) =>
        line === undefined ? `${THEME_FILE}: ${message}` : `${THEME_FILE}:${line}: ${message}`,
      ),
    );
    for (const message of messages)
      if (!logged.has(message)) log({ level: 'warn', message, file: THEME_FILE });
    logged = messages;
  }

  reload();
  return { current: () => current, faults: () => faults, reload };
}

function toTheme(css: string): Theme {
  const paper = readColors(css).find(({ name }) => name === '--color-paper');
  const { day, night } = paper?.line === undefined ? {} : paper.measured;
  return {
    css,
    hash: hash('sha256', css, 'hex').slice(0, 16),
    paper: { ...(day && { day: toHex(day) }), ...(night && { night: toHex(night) }) },
  };
}

type ReadTheme = { text: string } | { text?: undefined; faults: Fault[] };

function readTheme(base: string): ReadTheme {
  const refuse = (message: string): ReadTheme => ({ faults: [{ message }] });
  try {
    const real = realpathSync(join(base, THEME_FILE));
    if (!isInside(realpathSync(base), real)) return refuse('leads out of the content folder: it is left out');
    const stats = statSync(real);
    // Reading a pipe could hold up everything.
    if (!stats.isFile()) return refuse('is not a file: it is left out');
    if (stats.size > MAX_THEME_BYTES) return refuse(tooLargeTheme(stats.size));
    const bytes = readFileSync(real);
    return isUtf8(bytes) ? { text: withoutMark(bytes.toString('utf8')) } : refuse(NOT_UTF8);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { faults: [] };
    return refuse(`cannot be read (${code}): check its permissions`);
  }
}
