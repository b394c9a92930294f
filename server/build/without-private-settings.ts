import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { SiteConfig } from '../../app/site-config.ts';

/** Removes private settings of site.config.ts from the build: the browser's bundle is public, and the renderer needs none of them. */
export function withoutPrivateSettings(siteFolder: string): Plugin {
  return {
    name: 'without-private-settings',
    enforce: 'pre',
    async transform(_code, id) {
      if (!/\/site\.config\.[jt]s$/.test(id)) return;
      const config = await readPublicConfig(join(siteFolder, 'site.config.ts'));
      return `export default ${JSON.stringify(config)};`;
    },
  };
}

/** What a build contains of this site.config.ts. */
export async function readPublicConfig(file: string): Promise<SiteConfig> {
  // Read again each time, because in development it may have changed.
  const { default: site }: { default: SiteConfig } = await import(`${pathToFileURL(file)}?${Date.now()}`);
  return { ...site, owners: [], pageViews: { ...site.pageViews, ignoredAddresses: [] } };
}
