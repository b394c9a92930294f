import { isDeepStrictEqual } from 'node:util';
import type { SettingEntry, SettingsAnswer } from '../../../app/admin/settings/settings-data.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import type { AdminRoute } from '../admin-route.ts';
import { hidePrivate, privateSettings } from './hide-private.ts';
import { readSiteFile } from './read-site-file.ts';
import { type SettingName, settingWords } from './setting-words.ts';

export interface SettingsRoutesOptions {
  /** The settings in force. */
  site: SiteConfig;
  /** Where site.config.ts is. */
  siteFile: string;
  /** The setting of the environment: one of the counters needs it. */
  goatCounterToken?: string | undefined;
}

/** What is set in site.config.ts, and what the next start will change. Nothing is changed here. */
export function createSettingsRoutes(options: SettingsRoutesOptions): AdminRoute[] {
  const answer = async () => Response.json(await readSettings(options));
  return [{ method: 'GET', path: '/settings', answer }];
}

async function readSettings(options: SettingsRoutesOptions): Promise<SettingsAnswer> {
  const { site, siteFile, goatCounterToken } = options;
  const { text, site: next, faults } = await readSiteFile(siteFile, goatCounterToken);
  const hide = (shown: string) => hidePrivate(shown, [site, next]);
  const settings = listSettings(site, next).map((entry) => ({
    ...entry,
    now: hide(entry.now),
    ...(entry.next !== undefined && { next: hide(entry.next) }),
  }));
  return {
    settings,
    file: {
      text: text === null ? null : hide(text),
      faults: faults.map((fault) => ({ ...fault, message: hide(fault.message) })),
    },
  };
}

/** Each setting in force, and what the file says where that is something else. Undefined: the file has a fault. */
function listSettings(now: SiteConfig, next: SiteConfig | undefined): SettingEntry[] {
  return (Object.keys(settingWords) as SettingName[]).map((name) => {
    const { title, meaning } = settingWords[name];
    const entry = { name, title, meaning, now: describeSetting(name, now) };
    const isOther = next && !isDeepStrictEqual(readSetting(name, now), readSetting(name, next));
    return isOther ? { ...entry, next: describeSetting(name, next) } : entry;
  });
}

function readSetting(name: SettingName, site: SiteConfig): unknown {
  return name.split('.').reduce<unknown>((value, key) => Object(value)[key], site);
}

function describeSetting(name: SettingName, site: SiteConfig): string {
  const value = readSetting(name, site);
  if (value === undefined) return settingWords[name].unset ?? 'Not set';
  if (!privateSettings.has(name)) return describeValue(value);
  const count = Array.isArray(value) ? value.length : 0;
  return count === 0 ? 'None' : `${count} hidden`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(describeValue).join(', ');
  if (typeof value !== 'object' || value === null) return value === '' ? 'Empty' : String(value);
  if ('title' in value && 'path' in value) return `${value.title} (${value.path})`;
  const members = Object.entries(value).map(([key, member]) => `${key}: ${describeValue(member)}`);
  return members.join('; ') || 'None';
}
