/** Malformed and malicious paths: they are refused or not found, reveal nothing about the server, and do not crash it. */
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';
import { otherHostPaths } from '../harness/other-host-paths.ts';
import { type RawAnswer, sendRaw } from '../harness/raw-request.ts';

const traversal = [
  '/posts/..%2f..%2fetc',
  '/posts/..%2F..%2F..%2F..%2Fetc%2Fpasswd',
  '/posts/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/posts/%2e%2e%2f%2e%2e%2fmain.ts',
  '/posts/%252e%252e%252fetc%252fpasswd',
  '/posts/%25252e%25252e%25252fetc',
  '/posts/%c0%ae%c0%ae%c0%afetc',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/../../../package.json',
  '/assets/%2e%2e/%2e%2e/build.json',
  '/pictures/0123456789/..%2f..%2f..%2fmain.ts',
  '/pictures/../../main.ts',
  '/builds/meta/..%2f..%2f..%2f..%2fpackage.json',
  '/posts/..%2f..%2fetc/_payload.json',
  '/..;/..;/etc/passwd',
];
const backslashes = [
  '/\\..\\..\\etc\\passwd',
  '/posts\\..\\..\\main.ts',
  '/posts/..%5c..%5cmain.ts',
  '/posts/%5c%5cetc',
  '/assets\\..\\..\\package.json',
  '/\\evil.example',
];
const malformed = [
  '/%',
  '/%zz',
  '/posts/%',
  '/posts/%E0%A4%A',
  '/posts/%ff%fe',
  '/posts/a%',
  '/%u0041',
  '/posts/%80',
];
const control = [
  '/posts/%00',
  '/posts/a%00.md',
  '/%00',
  '/posts/a%0d%0aset-cookie:x',
  '/posts/%7f',
  '/posts/a\0b',
  '/posts/a\tb',
];
const overlong = [
  `/posts/${'a'.repeat(5_000)}`,
  `/${'a/'.repeat(3_000)}`,
  `/posts/${'%41'.repeat(2_000)}`,
  `/posts/${'../'.repeat(1_500)}etc/passwd`,
  `/${'b'.repeat(70_000)}`,
  `/posts/${'x'.repeat(300)}`,
];
const internals = [
  '/main.ts',
  '/package.json',
  '/.env',
  '/.git/config',
  '/server/settings.ts',
  '/content/index.md',
  '/.data',
  '/dist',
];
const unusual = [
  '//evil.example/%2f..',
  '/posts//../..//etc',
  '*',
  'posts',
  'ftp://evil.example/',
  '/posts/\u00e9\u00ff',
];

const groups = { traversal, backslashes, malformed, control, overlong, internals, unusual };

for (const [name, targets] of Object.entries(groups)) {
  for (const target of targets) {
    test(`${name}: ${JSON.stringify(target.slice(0, 60))} is refused or not found`, async () => {
      const answer = await sendRaw(requireSharedSite(), target);
      // 414 and 431 are the statuses for "too long".
      expect([400, 404, 414, 431], answer.body.slice(0, 500)).toContain(answer.status);
      expectNoInternals(answer);
    });
  }
}

test('an absolute address is served by this site, whatever host it names', async () => {
  const answer = await sendRaw(requireSharedSite(), 'http://evil.example/about');
  expect([200, 400, 404]).toContain(answer.status);
  expect(answer.body).not.toContain('evil.example');
});

for (const path of otherHostPaths) {
  const shown = JSON.stringify(path);

  test(`another host: ${shown} is refused or not found, and redirects nowhere`, async () => {
    for (const target of [path, `${path}?a=1`, `http://evil.test${path}`])
      for (const method of ['GET', 'HEAD']) {
        const answer = await sendRaw(requireSharedSite(), target, method);
        expect([400, 404], `${method} ${JSON.stringify(target)}`).toContain(answer.status);
        expect(answer.headers.location).toBeUndefined();
      }
  });
}

test('the site still works after all of these requests', async () => {
  const healthy = await fetch(`${requireSharedSite()}/healthz`);
  expect(healthy.status).toBe(200);
});

function expectNoInternals({ body }: RawAnswer): void {
  expect(body).not.toMatch(/\bat .+:\d+:\d+|node:internal|node_modules|\.tsx?:\d+|ENOENT|URIError|root:x:0/);
  expect(body).not.toContain(process.cwd());
}
