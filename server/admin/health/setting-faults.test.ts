import { expect, test } from 'vitest';
import { parseConfig } from '../../../backend/config/read-config.ts';
import {
  type FoundSettings,
  findSettingFaults,
  readSettingFacts,
  type SettingFacts,
} from './setting-faults.ts';

const now = Date.parse('2026-11-18T12:00:00Z');
const facts: SettingFacts = {
  mail: 'smtp',
  mayAnyoneSignUp: true,
  confirmsAddresses: true,
  minimumPasswordLength: 8,
  hasCaptcha: true,
  hasWeakSecret: false,
};
const backups = [{ created: '2026-11-17T12:00:00Z' }];
const fine: FoundSettings = {
  siteUrl: 'https://example.com',
  proxyTrust: { hops: 1 },
  embedded: { facts, backups, folder: '/data/backups' },
  hasSecondFactor: true,
  now,
};
const withFacts = (changed: Partial<SettingFacts>): FoundSettings => ({
  ...fine,
  embedded: { facts: { ...facts, ...changed }, backups, folder: '/data/backups' },
});

test('a site that is set up well has nothing to warn of', () => {
  expect(findSettingFaults(fine)).toEqual({ warnings: [], hints: [] });
});

test.each<[string, FoundSettings, RegExp]>([
  ['plain http', { ...fine, siteUrl: 'http://example.com' }, /not encrypted: set SITE_URL/],
  ['an unknown proxy', { ...fine, proxyTrust: { hops: 0 } }, /Set TRUST_PROXY=1/],
  ['no mail server', withFacts({ mail: 'none' }), /\[auth.email.smtp\]/],
  ['unconfirmed addresses', withFacts({ confirmsAddresses: false }), /enable_confirmations = true/],
  ['short passwords', withFacts({ minimumPasswordLength: 6 }), /Passwords of 6 characters .* to 8 or more/],
  ['a weak secret', withFacts({ hasWeakSecret: true }), /JWT_SECRET/],
  [
    'an old backup',
    { ...fine, embedded: { facts, backups: [{ created: '2026-11-08T12:00:00Z' }], folder: '' } },
    /The last backup is 10 days old/,
  ],
  [
    'a failed backup',
    {
      ...fine,
      embedded: {
        facts,
        backups: [{ created: '2026-11-18T12:00:00Z' }],
        folder: '',
        schedule: {
          every: '24h',
          lastSuccess: null,
          fault: { at: '2026-11-18T12:00:00Z', message: 'The disk is full.' },
        },
      },
    },
    /by itself failed: The disk is full\./,
  ],
  [
    'a bucket out of reach',
    { ...fine, embedded: { facts, backups: [], folder: 's3://backups', placeFault: 'Check the key.' } },
    /cannot be listed: Check the key\./,
  ],
])('%s is the only warning', (_name, found, message) => {
  expect(findSettingFaults(found)).toEqual({ warnings: [expect.stringMatching(message)], hints: [] });
});

test.each<[string, FoundSettings, RegExp]>([
  ['no captcha', withFacts({ hasCaptcha: false }), /captcha/],
  ['no second factor', { ...fine, hasSecondFactor: false }, /second factor/],
  [
    'no backup',
    { ...fine, embedded: { facts, backups: [], folder: '/data/backups' } },
    /no backup in \/data\/backups/,
  ],
])('%s is only a hint', (_name, found, message) => {
  expect(findSettingFaults(found)).toEqual({ warnings: [], hints: [expect.stringMatching(message)] });
});

test('on the owner’s own machine, what only strangers could use is fine', () => {
  const local = {
    ...withFacts({ confirmsAddresses: false, hasCaptcha: false, hasWeakSecret: true, mail: 'page' }),
    siteUrl: 'http://localhost:3000',
    hasSecondFactor: false,
    proxyTrust: { hops: 0 },
  };
  expect(findSettingFaults(local)).toEqual({ warnings: [], hints: [] });
});

test('facts are read from the configuration', () => {
  const read = (toml: string, jwtSecret = 'k3Yq9vWz8pLr2TnXb7McDf5HsJg4QaEu') =>
    readSettingFacts(parseConfig(toml).auth, { mail: 'smtp', jwtSecret });
  expect(read('[auth]\nminimum_password_length = 10\n[auth.email]\nenable_confirmations = true')).toEqual({
    ...facts,
    minimumPasswordLength: 10,
    hasCaptcha: false,
  });
  expect(read('[auth]\nenable_signup = false').mayAnyoneSignUp).toBe(false);
  expect(read('[auth.email]\nenable_signup = false').mayAnyoneSignUp).toBe(false);
  expect(read('', 'super-secret-jwt-token-with-at-least-32-characters-long').hasWeakSecret).toBe(true);
  expect(read('', 'abababababababababababababababababab').hasWeakSecret).toBe(true);
});
