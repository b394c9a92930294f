/** Every kind of answer has the security headers. */
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';
import { findAttributes } from '../harness/crawl-site.ts';
import { sendRaw } from '../harness/raw-request.ts';
import { findExample, kinds } from '../harness/response-kinds.ts';
import { startSite } from '../harness/start-site.ts';

for (const kind of kinds) {
  test(`security headers are set on: ${kind}`, async () => {
    const { headers } = await sendRaw(requireSharedSite(), await findExample(kind));
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      // Feed readers show the pictures of articles on pages of their own.
      'cross-origin-resource-policy': kind === 'picture' ? 'cross-origin' : 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers, 'a site on http must not lock itself out').not.toHaveProperty(
      'strict-transport-security',
    );
  });
}

test('the policy of a page names its script by hash and lets no other inline script run', async () => {
  const { headers } = await fetch(requireSharedSite());
  const policy = new Map(
    headers
      .get('content-security-policy')
      ?.split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
  expect(policy.get('script-src')).toContainEqual(expect.stringMatching(/^'sha256-/));
  expect(policy.get('script-src')?.join(' ')).not.toMatch(/unsafe|https?:|\*|data:/);
  expect(policy.get('style-src')?.join(' ')).not.toMatch(/unsafe/);
  for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'object-src']) {
    expect(policy.get(name), name).toEqual(["'none'"]);
  }
});

test('a site with an https address sends HSTS, and uses that address for itself', async () => {
  const site = await startSite({ env: { SITE_URL: 'https://porch.example' } });
  try {
    for (const path of ['/', '/account', '/nowhere', '/builds/latest.json', '/healthz']) {
      const { headers } = await fetch(site.url + path, { redirect: 'manual' });
      expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=\d{7,}/);
    }
    const about = await (await fetch(`${site.url}/about`)).text();
    expect(findAttributes(about, 'link', 'href')).toContain('https://porch.example/about');
  } finally {
    await site.stop();
  }
});
