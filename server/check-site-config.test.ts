import { describe, expect, test } from 'vitest';
import type { SiteConfig } from '../app/site-config.ts';
import site from '../site.config.ts';
import { findSiteConfigFaults, requireSiteConfig } from './check-site-config.ts';

const faultsOf = async (config: unknown, token?: string) =>
  (await findSiteConfigFaults(config, token)).map(({ setting }) => setting);

/** As a file that TypeScript has not checked. */
const broken = (changes: object) => ({ ...site, ...changes }) as unknown as SiteConfig;

test('the file of this project, and one with everything set, are as they must be', async () => {
  const full: SiteConfig = {
    ...site,
    languages: { de: { description: 'Eine Seite' } },
    signIn: { ...site.signIn, captcha: { provider: 'turnstile', siteKey: '0x4' } },
    pageViews: {
      ...site.pageViews,
      counter: { service: 'plausible', domain: 'example.com' },
      countryHeader: 'cf-ipcountry',
      timeZone: 'Europe/Berlin',
    },
    robots: { aiTraining: 'disallow', disallow: ['/a'] },
    editUrl: 'https://example.com/{file}',
    datesFromGit: false,
    writing: { commit: true },
    offline: false,
    owners: ['me@example.com'],
  };
  for (const config of [site, full]) {
    expect(await faultsOf(config)).toEqual([]);
    expect(() => requireSiteConfig(config)).not.toThrow();
  }
});

describe('a fault is named by its setting', () => {
  const { signIn, pageViews } = site;
  test.each<[string, unknown]>([
    ['The default export', undefined],
    ['title', broken({ title: 7 })],
    ['language', broken({ language: 'en_US' })],
    ['navigation.0.path', broken({ navigation: [{ title: 'A' }] })],
    ['signIn', broken({ signIn: undefined })],
    ['signIn.flow', broken({ signIn: { ...signIn, flow: 'pkec' } })],
    ['signIn.include', broken({ signIn: { ...signIn, include: '/account' } })],
    ['pageViews.counter', broken({ pageViews: { ...pageViews, counter: 'mine' } })],
    ['pageViews.timeZone', broken({ pageViews: { ...pageViews, timeZone: 'Europe/Nowhere' } })],
    ['pageViews.ignoredAddresses', broken({ pageViews: { ...pageViews, ignoredAddresses: ['x'] } })],
    [
      'pageViews.counter',
      broken({ pageViews: { ...pageViews, counter: { service: 'goatcounter', url: 'https://a.example' } } }),
    ],
    ['owners', broken({ owners: 'me@example.com' })],
  ])('%s', async (setting, config) => {
    expect(await faultsOf(config)).toEqual([setting]);
  });
});

test('while nothing is counted, the rules of counting are not asked for', async () => {
  const off = broken({ pageViews: { ...site.pageViews, counter: 'off', timeZone: 'Europe/Nowhere' } });
  expect(await faultsOf(off)).toEqual([]);
});

test('a start reports all faults of the form together', () => {
  expect(() => requireSiteConfig(broken({ title: 7, owners: undefined }))).toThrow(
    '2 settings need attention: title in site.config.ts must be a text in quotes; owners in site.config.ts must be a list of texts',
  );
});
