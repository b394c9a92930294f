import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { SiteConfig } from '../../app/site-config.ts';

/** What of site.config.ts is nobody's business stays on the server: the browser's script is read by strangers. */
export function withoutPrivateSettings(): Plugin {
  return {
    name: 'without-private-settings',
    enforce: 'pre',
    async transform(_code, id) {
      if (this.environment.config.consumer !== 'client' || !id.endsWith('/site.config.ts')) return;
      // Read anew each time, because in development it may have been saved since.
      const { default: site }: { default: SiteConfig } = await import(`${pathToFileURL(id)}?${Date.now()}`);
      return `export default ${JSON.stringify(toPublicConfig(site))};`;
    },
  };
}

function toPublicConfig(site: SiteConfig): SiteConfig {
  return { ...site, owners: [], pageViews: { ...site.pageViews, ignoredAddresses: [] } };
}
