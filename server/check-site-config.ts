/** Validates site.config.ts: at the start, and on the page that shows what the next start would make of the file. */
import { z } from 'zod';
import type { SiteConfig } from '../app/site-config.ts';
import { formatFaults } from '../backend/identity/settings-error.ts';
import { readPageViewRules } from './page-views/page-view-settings.ts';
import { SiteConfigError } from './site-config-error.ts';
import { StartUpError } from './start-up-error.ts';

const text = z.string('must be a text in quotes');
const texts = z.array(text, 'must be a list of texts');
const yesOrNo = z.boolean('must be true or false');
const object = (members: Record<string, z.ZodType>) => z.object(members, 'must be an object, in braces');
const language = text.refine(isLanguage, 'must be a language tag such as en, de or pt-BR');
const links = z.array(object({ title: text, path: text }), 'must be a list of links');
const counter = object({
  service: z.enum(['plausible', 'umami', 'goatcounter', 'vercel'], 'is not the name of a hosted counter'),
});

/** Has each member, so that a new setting is checked, too. What a setting must be beyond its kind is checked where it is used. */
const members: Record<keyof SiteConfig, z.ZodType> = {
  title: text,
  description: text,
  language,
  languages: z
    .record(
      text,
      object({
        title: text.optional(),
        description: text.optional(),
        navigation: links.optional(),
        footer: links.optional(),
      }),
      'must be an object, in braces',
    )
    .optional(),
  navigation: links,
  footer: links,
  signIn: object({
    login: text,
    callback: text,
    exclude: texts,
    include: texts.optional(),
    flow: z.enum(['implicit', 'pkce'], "must be 'implicit' or 'pkce'"),
    captcha: object({
      provider: z.enum(['turnstile', 'hcaptcha'], "must be 'turnstile' or 'hcaptcha'"),
      siteKey: text,
    }).optional(),
    cookieRedirect: yesOrNo,
  }),
  pageViews: object({
    counter: z.union(
      [z.enum(['own', 'off']), counter],
      "must be 'own', 'off' or the settings of a hosted counter",
    ),
    respectDoNotTrack: yesOrNo,
    countWithoutScript: yesOrNo,
    ignoredAddresses: texts,
    countryHeader: text.optional(),
    timeZone: text,
    showOnArticles: yesOrNo,
  }),
  robots: object({
    aiTraining: z.enum(['allow', 'disallow'], "must be 'allow' or 'disallow'").optional(),
    disallow: texts.optional(),
  }).optional(),
  editUrl: text.optional(),
  datesFromGit: yesOrNo.optional(),
  writing: object({ commit: yesOrNo.optional() }).optional(),
  offline: yesOrNo.optional(),
  owners: texts,
};
const shape = z.object(members, 'must be an object, in braces');

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** At the start: all faults of the form are reported together. */
export function requireSiteConfig(site: SiteConfig): void {
  const faults = findShapeFaults(site);
  if (faults.length > 0) throw new StartUpError(formatFaults(faults.map(({ message }) => message)));
}

/** Everything for which a start would refuse this configuration. */
export async function findSiteConfigFaults(
  site: unknown,
  goatCounterToken: string | undefined,
): Promise<SiteConfigError[]> {
  const faults = findShapeFaults(site);
  if (faults.length > 0) return faults;
  try {
    await readPageViewRules((site as SiteConfig).pageViews, goatCounterToken);
    return [];
  } catch (error) {
    if (error instanceof SiteConfigError) return [error];
    throw error;
  }
}

function findShapeFaults(site: unknown): SiteConfigError[] {
  const result = shape.safeParse(site);
  if (result.success) return [];
  return result.error.issues.map(
    ({ path, message }) => new SiteConfigError(path.join('.') || 'The default export', ` ${message}`),
  );
}
