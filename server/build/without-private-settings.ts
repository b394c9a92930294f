import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { SiteConfig } from '../../app/site-config.ts';

/** Removes private settings of site.config.ts from the browser's bundle, which is public. */
export function withoutPrivateSettings(): Plugin {
  return {
    name: 'without-private-settings',
    enforce: 'pre',
    async transform(_code, id) {
      if (this.environment.config.consumer !== 'client' || !id.endsWith('/site.config.ts')) return;
      // Read again each time, because in development it may have changed.
      const { default: site }: { default: SiteConfig } = await import(`${pathToFileURL(id)}?${Date.now()}`);
      return `export default ${JSON.stringify(toPublicConfig(site))};`;
    },
  };
}

function toPublicConfig(site: SiteConfig): SiteConfig {
  return { ...site, owners: [], pageViews: { ...site.pageViews, ignoredAddresses: [] } };
}
