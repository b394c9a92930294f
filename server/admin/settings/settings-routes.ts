import type { SettingsAnswer } from '../../../app/admin/settings/settings-data.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import type { AdminRoute } from '../admin-route.ts';
import { hidePrivate } from './hide-private.ts';
import { listSettings } from './list-settings.ts';
import { readSiteFile } from './read-site-file.ts';

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
