import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const line = { method: 'GET', url: '/posts/a', status: 200, ms: 1.239, bytes: 12, id: 'abc-1' };

/** A log, and its written batches. */
function openLog() {
  const batches: string[] = [];
  const log = createLog({ write: (text) => batches.push(text), now: () => Date.UTC(2026, 10, 15) });
  const entries = (): Record<string, unknown>[] => {
    log.flush();
    return batches
      .join('')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
  };
  return { log, batches, entries };
}

describe('the log', () => {
  it('writes one line of JSON per request', () => {
    const { log, entries } = openLog();
    log.request(line);
    expect(entries()).toEqual([
      {
        time: '2026-11-15T00:00:00.000Z',
        level: 'info',
        method: 'GET',
        path: '/posts/a',
        status: 200,
        ms: 1.24,
        bytes: 12,
        id: 'abc-1',
      },
    ]);
  });

  it('omits the query of a URL', () => {
    const { log, entries } = openLog();
    log.request({ ...line, url: '/confirm?code=s3cret&access_token=s3cret' });
    expect(entries()[0]).toMatchObject({ path: '/confirm' });
  });

  it('is valid JSON with any path', () => {
    const { log, entries } = openLog();
    log.request({ ...line, url: '/"\\\u0007é' });
    expect(entries()[0]).toMatchObject({ path: '/"\\\u0007é' });
  });

  it('collects lines and writes them in batches', () => {
    const { log, batches } = openLog();
    for (let count = 0; count < 10; count += 1) log.request(line);
    expect(batches).toHaveLength(0);
    for (let count = 0; count < 200; count += 1) log.request(line);
    expect(batches).toHaveLength(1);
    log.flush();
    expect(batches.join('').trim().split('\n')).toHaveLength(210);
  });

  it('writes a batch after a moment', async () => {
    const written = new Promise<string>((resolve) => createLog({ write: resolve }).info('Hello'));
    expect(await written).toContain('"message":"Hello"');
  });

  it('writes an error at once, with its cause', () => {
    const { log, batches } = openLog();
    log.error('It failed', { cause: new Error('outer', { cause: new Error('inner') }) });
    expect(batches).toHaveLength(1);
    expect(JSON.parse(batches[0] ?? '')).toMatchObject({
      level: 'error',
      message: 'It failed',
      cause: { message: 'outer', cause: { message: 'inner' } },
    });
  });

  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzM2NyZXQifQ.s3cret';
  it.each([
    ['/callback#access_token=s3cret&expires_in=3600', {}],
    ['body {"refresh_token":"s3cret","password": "s3cret"}', {}],
    ['header apikey: s3cret', {}],
    ['GET /confirm?code=s3cret', {}],
    ['Authorization: Bearer s3cret-s3cret', {}],
    [`token ${jwt}`, {}],
    ['cannot connect to postgres://me:s3cret@db:5432/site', {}],
    ['key sb_secret_s3cret', {}],
    ['fields', { cookie: 'sb-access-token=s3cret', authorization: 's3cret', apikey: 's3cret' }],
    ['nested', { request: { headers: { 'set-cookie': ['s3cret'] }, access_token: 's3cret' } }],
    ['thrown', { cause: new Error('fetch failed: https://x.test/?refresh_token=s3cret') }],
  ])('does not print the secret in: %s', (message, fields) => {
    const { log, entries } = openLog();
    log.warn(message, fields);
    const text = JSON.stringify(entries());
    const terminal = openTerminal();
    terminal.log.warn(message, fields);
    for (const written of [text, terminal.text()]) {
      expect(written).toContain('[hidden]');
      expect(written).not.toContain('s3cret');
    }
  });

  it('prints a notice at once and unchanged', () => {
    const { log, batches } = openLog();
    log.notice('Mails are kept at http://localhost:3000/_mail?token=abc');
    expect(batches.map((text) => JSON.parse(text))).toEqual([
      {
        time: '2026-11-15T00:00:00.000Z',
        level: 'info',
        message: 'Mails are kept at http://localhost:3000/_mail?token=abc',
      },
    ]);
  });

  it('prints other values unchanged', () => {
    const { log, entries } = openLog();
    log.warn('content/posts/a.md, line 3: "tags" must be a list', { file: 'posts/tokens.md' });
    expect(entries()[0]).toMatchObject({
      message: 'content/posts/a.md, line 3: "tags" must be a list',
      file: 'posts/tokens.md',
    });
  });
});

/** A terminal log, and its output. */
function openTerminal({ hasColors = false } = {}) {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const now = () => new Date(2026, 10, 15, 9, 5).getTime();
  const log = createLog({ write, now, isTerminal: true, hasColors });
  return {
    log,
    text() {
      log.flush();
      return text;
    },
  };
}

describe('the log in a terminal', () => {
  it('writes short lines', () => {
    const { log, text } = openTerminal();
    log.info('The database is made.', { migrations: ['0001_create_roles'] });
    log.request({ ...line, url: '/confirm?code=s3cret' });
    log.request({ ...line, ms: 123.4, status: 499, aborted: true });
    log.notice('Mails are kept at http://localhost:3000/_mail?token=abc');
    expect(text()).toBe(
      [
        'The database is made.',
        '09:05:00  200 GET /confirm (1.2 ms)',
        '09:05:00  499 GET /posts/a (123 ms, aborted)',
        'Mails are kept at http://localhost:3000/_mail?token=abc\n',
      ].join('\n'),
    );
  });

  it('prints all details of an error', () => {
    const { log, text } = openTerminal();
    log.warn('A picture is missing', { file: 'posts/a.md', line: 3 });
    log.error('It failed', { id: 'abc-1', cause: new Error('outer', { cause: new Error('inner') }) });
    expect(text()).toMatch(
      /^warning: A picture is missing\n {2}file: posts\/a\.md\n {2}line: 3\nerror: It failed\n {2}id: abc-1\n {2}cause: Error: outer\n {6}at .*log\.test\.ts.*\[cause\]: Error: inner\n/s,
    );
  });

  it.each([
    [200, '32'],
    [304, '36'],
    [404, '33'],
    [500, '31'],
  ])('shows the status %i in a color of its own', (status, code) => {
    const { log, text } = openTerminal({ hasColors: true });
    log.request({ ...line, status });
    expect(text()).toContain(` \u001b[${code}m${status}\u001b[39m GET /posts/a `);
  });

  it('shows the kind of an entry in color, and its text without', () => {
    const { log, text } = openTerminal({ hasColors: true });
    log.info('Hello');
    log.warn('A picture is missing');
    expect(text()).toBe('Hello\n\u001b[33mwarning:\u001b[39m A picture is missing\n');
  });

  it('shows terminal control characters as codes', () => {
    const { log, text } = openTerminal();
    log.request({ ...line, url: '/\u001b]0;owned\u0007\u202e' });
    expect(text()).toContain(' /\\u001b]0;owned\\u0007\\u202e (');
  });
});
