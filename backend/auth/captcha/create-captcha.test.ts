import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import { createCaptcha } from './create-captcha.ts';

let server: Server | undefined;
afterEach(() => void server?.close().closeAllConnections());

async function createCaptchaWith(
  answer: (form: URLSearchParams, response: ServerResponse) => void,
  timeLimit = 10_000,
) {
  const forms: URLSearchParams[] = [];
  const log: LogEntry[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    forms.push(form);
    answer(form, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const captcha = createCaptcha({
    enabled: true,
    provider: 'turnstile',
    secret: ' the-secret ',
    fetch,
    verifyUrl: `http://127.0.0.1:${port}/siteverify`,
    timeLimit,
    log: (entry) => log.push(entry),
  });
  return { captcha, forms, log };
}

test('accepts a token that the provider accepts, and no other', async () => {
  const { captcha, forms } = await createCaptchaWith((form, response) => {
    response.end(JSON.stringify({ success: form.get('response') === 'good' }));
  });
  expect(await captcha.verify('good', '203.0.113.9')).toBe(true);
  expect(await captcha.verify('bad', '203.0.113.9')).toBe(false);
  expect(Object.fromEntries(forms[0] ?? [])).toEqual({
    secret: 'the-secret',
    response: 'good',
    remoteip: '203.0.113.9',
  });
});

test.each([
  ['no', undefined],
  ['an empty', ''],
  ['a blank', '  '],
  ['a huge', 'x'.repeat(10_000)],
])('%s token fails without a request to the provider', async (_name, token) => {
  const { captcha, forms } = await createCaptchaWith((_form, response) => response.end('{"success":true}'));
  expect(await captcha.verify(token, '203.0.113.9')).toBe(false);
  expect(forms).toEqual([]);
});

test.each<[string, (form: URLSearchParams, response: ServerResponse) => void]>([
  ['breaks the connection', (_form, response) => response.destroy()],
  ['answers with an error', (_form, response) => response.writeHead(500).end('oops')],
  ['answers with another type', (_form, response) => response.end('"success"')],
  ['answers "true" as a string', (_form, response) => response.end('{"success":"true"}')],
  [
    'answers with too many bytes',
    (_form, response) => response.end(`{"success":true,"x":"${'x'.repeat(100_000)}"}`),
  ],
  ['redirects us', (_form, response) => response.writeHead(307, { Location: '/siteverify' }).end()],
])('a provider that %s counts as a failure', async (_name, answer) => {
  const { captcha } = await createCaptchaWith(answer);
  expect(await captcha.verify('good', '203.0.113.9')).toBe(false);
});

test('a provider that never answers counts as a failure', async () => {
  const { captcha } = await createCaptchaWith(() => {}, 200);
  expect(await captcha.verify('good', '203.0.113.9')).toBe(false);
});

test('the log names the reason why the provider was not asked, and no secret', async () => {
  const { captcha, log } = await createCaptchaWith((_form, response) => response.destroy());
  await captcha.verify('the-token', '203.0.113.9');
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toMatch(/the-secret|the-token/);
});

test('without a configured captcha every request passes', async () => {
  const options = { provider: 'hcaptcha', secret: '', fetch, log: () => {} } as const;
  expect(await createCaptcha({ ...options, enabled: false }).verify(undefined, '203.0.113.9')).toBe(true);
});

test('without the secret no request passes', async () => {
  const options = { provider: 'hcaptcha', secret: '', fetch, log: () => {} } as const;
  expect(await createCaptcha({ ...options, enabled: true }).verify('token', '203.0.113.9')).toBe(false);
});
