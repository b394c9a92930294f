/** Reads site.config.ts as the next start will. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SettingFault } from '../../../app/admin/settings/settings-data.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import { findSiteConfigFaults } from '../../check-site-config.ts';
import { findSettingLine } from './find-setting-lines.ts';

export interface SiteFile {
  /** Null: it cannot be read. */
  text: string | null;
  /** Undefined if there is a fault. */
  site?: SiteConfig;
  faults: SettingFault[];
}

export async function readSiteFile(path: string, goatCounterToken: string | undefined): Promise<SiteFile> {
  let text: string;
  let version: string;
  try {
    const { mtimeMs, size } = await stat(path);
    version = `${mtimeMs}-${size}`;
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code}).`;
    return { text: null, faults: [{ message }] };
  }
  let site: unknown;
  try {
    // Another version of the file is another module: Node imports each address once.
    site = (await import(/* @vite-ignore */ `${pathToFileURL(path)}?${version}`)).default;
  } catch (error) {
    return { text, faults: [toFault(error, basename(path))] };
  }
  const found = await findSiteConfigFaults(site, goatCounterToken);
  if (found.length === 0) return { text, site: site as SiteConfig, faults: [] };
  const faults = found.map(({ setting, message }) => withLine(message, findSettingLine(text, setting)));
  return { text, faults };
}

/** An error of the language: Node names the file and the line in the stack. */
function toFault(error: unknown, name: string): SettingFault {
  if (!(error instanceof Error)) return { message: String(error) };
  const place = (error.stack ?? '').split(`${name}`).slice(1).join(name);
  const line = /^(?:\?[\d.-]+)?:(\d+)/.exec(place)?.[1];
  return withLine(`${error.name}: ${error.message}`, line === undefined ? undefined : Number(line));
}

function withLine(message: string, line: number | undefined): SettingFault {
  return { ...(line !== undefined && { line }), message };
}
