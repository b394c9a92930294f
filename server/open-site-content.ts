import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isGuarded } from '../app/guard/rules.ts';
import type { SiteConfig } from '../app/site-config.ts';
import { siteAt } from '../app/site-language.ts';
import { articleWordsIn } from '../app/words/words.ts';
import { type Content, type ContentOptions, openContent } from '../markdown/open-content.ts';
import { openSearch, type Search } from '../markdown/search/open-search.ts';
import site from '../site.config.ts';
import type { Log } from './log.ts';
import type { EmbeddedBackend } from './open-embedded-backend.ts';
import type { Settings } from './settings.ts';
import { StartUpError } from './start-up-error.ts';

/** Opens the content of the settings, with its warnings in the log. `environment`: of the process; `contactAddress`: that of the form for messages. */
export async function openSiteContent(
  settings: Settings,
  log: Log,
  environment: NodeJS.ProcessEnv,
  contactAddress?: string,
): Promise<Content> {
  const { contentFolder: folder, dataFolder } = settings;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartUpError(
      `There is no content folder at ${folder}. Create it, or set CONTENT_DIR to another one.`,
    );
  }
  return openContent({
    folder,
    cacheFolder: join(dataFolder, 'cache'),
    ...toContentRules(site),
    contactAddress,
    gitEnvironment: site.datesFromGit === false ? undefined : environment,
    log: ({ level, message, file }) => log[level](message, { file }),
  });
}

/** Where the form for messages is sent: to the function `contact`, of this site or of a hosted project; undefined when the site has none. */
export function findContactAddress(
  supabase: Settings['supabase'],
  backend: Pick<EmbeddedBackend, 'hasFunction'> | undefined,
): string | undefined {
  const path = '/functions/v1/contact';
  if (supabase) return supabase.url + path;
  return backend?.hasFunction('contact') ? path : undefined;
}

/** What a site says about its pages: who may open them, and in which language they are. */
export function toContentRules(
  site: SiteConfig,
): Required<Pick<ContentOptions, 'isOpen' | 'languages' | 'articleWords'>> {
  return {
    isOpen: (path) => !isGuarded(path, site),
    languages: Object.keys(site.languages ?? {}),
    articleWords: (path) => articleWordsIn(siteAt(site, path).language),
  };
}

/** Search over that content. */
export function openSiteSearch(content: Content, settings: Settings, log: Log): Promise<Search> {
  return openSearch({
    content,
    folder: settings.contentFolder,
    cacheFolder: join(settings.dataFolder, 'cache'),
    log: ({ level, message }) => log[level](message),
  });
}
