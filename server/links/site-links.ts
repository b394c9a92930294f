import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNamePath, listsPath } from '../../app/names/names-address.ts';
import { pageRoutes } from '../../app/page-routes.ts';
import { findRunId } from '../../app/running/run/run-address.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { withoutPrefix } from '../../app/site-language.ts';
import type { IsOtherAddress, SiteLink } from '../../markdown/links/check-links.ts';
import site from '../../site.config.ts';
import { programFolder, siteFolder } from '../../site-folder.ts';

/** What the site answers beside its pages: lists and files that are made from them, services, and mails. */
const made =
  /^\/(?:(?:tags|authors|archive|series|search|og|preview|auth\/v1|rest\/v1|storage\/v1|_mail|assets|builds|pictures)(?:\/|$)|(?:.*\/)?(?:feed\.xml|rss\.xml|feed\.json)$|(?:sitemap[-\w]*\.xml|robots\.txt|llms(?:-full)?\.txt|navigation\.json|healthz|readyz)$)/;

export function createIsOther(): IsOtherAddress {
  const fixed = new Set(pageRoutes.map(({ path }) => path).filter((path) => !path.includes('*')));
  for (const name of readdirSync(join(programFolder, 'app/public'))) fixed.add(`/${name}`);
  fixed.add(listsPath);
  return (address) =>
    fixed.has(address) ||
    isNamePath(address) ||
    findRunId(address) !== undefined ||
    made.test(withoutPrefix(address, site));
}

/** The links of `site.config.ts`, with the line on which each is written. */
export function listSiteLinks({
  languages = {},
  ...site
}: Pick<SiteConfig, 'navigation' | 'footer' | 'languages'>): SiteLink[] {
  const file = 'site.config.ts';
  const lines = readFileSync(join(siteFolder, file), 'utf8').split('\n');
  const findLine = (from: number, path: string) =>
    lines.findIndex(
      (line, index) => index >= from && (line.includes(`'${path}'`) || line.includes(`"${path}"`)),
    );
  return [site, ...Object.values(languages)].flatMap((part) =>
    (['navigation', 'footer'] as const).flatMap((list) => {
      const start = part === site ? lines.findIndex((line) => line.trim().startsWith(`${list}:`)) : 0;
      return (part[list] ?? []).map(({ path }) => ({
        file,
        line: Math.max(0, findLine(start, path)) + 1,
        link: path,
      }));
    }),
  );
}
