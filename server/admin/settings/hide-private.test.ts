import { describe, expect, test } from 'vitest';
import type { SiteConfig } from '../../../app/site-config.ts';
import site from '../../../site.config.ts';
import { hidePrivate } from './hide-private.ts';

const random = 'a1b2c3d4'.repeat(5);

describe('of the text of site.config.ts is hidden', () => {
  test.each([
    ['an owner', "owners: ['me@example.com'],", 'me@example.com'],
    ['an owner in a list of lines', "owners: [\n  // My sister, Eve\n  'eve@intranet',\n]", /[Ee]ve/],
    ['a network', '\'ignoredAddresses\': ["10.0.0.0/8"]', '10.0.0.0'],
    ['an address in a comment', '// ask me@example.com', 'me@example.com'],
    ['a password in an address', "url: 'https://me:pass@stats.example'", 'pass'],
    ['a text with the name of a secret', "const apiSecret = 'swordfish';", 'swordfish'],
    ['a token', "goatToken: 'swordfish'", 'swordfish'],
    ['a secret key', "const a = 'sb_secret_0123';", 'sb_secret_0123'],
    ['a JWT', "const a = 'eyJhbGci.eyJyb2xl.c2ln';", 'eyJyb2xl'],
    ['a private key', '`-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----`', 'MIIE'],
    ['a long random text', `const a = '${random}';`, random],
  ])('%s', (_, text, secret) => {
    const shown = hidePrivate(text, []);
    expect(shown).not.toMatch(secret);
    expect(shown).toContain('••••');
    expect(shown.split('\n')).toHaveLength(text.split('\n').length);
  });

  test('a private value, wherever it is written', () => {
    const mine: SiteConfig = {
      ...site,
      owners: ['root@localhost'],
      pageViews: { ...site.pageViews, ignoredAddresses: ['192.0.2.7', '192.0.2.70'] },
    };
    const text = "const me = 'root@localhost';\nconst home = ['192.0.2.70', '192.0.2.7'];";
    expect(hidePrivate(text, [undefined, mine])).toBe("const me = '••••';\nconst home = ['••••', '••••'];");
  });
});

test('everything else is as it is written', () => {
  const text = `// Yes: 'own', 'off' @ home
    title: 'A "site"', siteKey: '0x4AAAAAAAabcdefgh', website: '6f0b2c1e-3a4d-4e5f-8a9b-0c1d2e3f4a5b',
    navigation: [{ title: 'Me', path: '/@me' }], url: 'https://stats.example/a', owners: [],`;
  expect(hidePrivate(text, [site])).toBe(text);
});
