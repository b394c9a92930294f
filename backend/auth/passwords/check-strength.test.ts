import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import { createOutgoingFetch } from '../../http/outgoing-fetch.ts';
import { createPasswordStrength, LeakListUnavailable } from './check-strength.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

describe('A3: the reasons why a password is weak', () => {
  const strength = createPasswordStrength({ minimumLength: 6, requiredCharacters: [letters, digits] });
  const length = 'Password should be at least 6 characters.';
  const characters = `Password should contain at least one character of each: ${letters}, ${digits}.`;

  test.each([
    ['abc123', []],
    ['abc12', [{ reason: 'length', message: length }]],
    ['abcdef', [{ reason: 'characters', message: characters }]],
    [
      '',
      [
        { reason: 'length', message: length },
        { reason: 'characters', message: characters },
      ],
    ],
  ])('%j', async (password, expected) => {
    expect(await strength.checkStrength(password)).toEqual(expected);
  });

  test('over 72 bytes is too long, which is not the same as weak', async () => {
    expect(strength.isTooLong('é1'.repeat(24))).toBe(false);
    expect(strength.isTooLong('é1'.repeat(25))).toBe(true);
    expect(strength.isTooLong('a1'.repeat(36))).toBe(false);
    expect(strength.isTooLong('a1'.repeat(37))).toBe(true);
  });
});

describe('passwords known from leaks', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close().closeAllConnections());

  async function listenWith(answer: (path: string) => { status: number; body: string } | undefined) {
    const requests: string[] = [];
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      const reply = answer(request.url ?? '');
      if (reply !== undefined) response.writeHead(reply.status).end(reply.body);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    return { requests, address: `http://127.0.0.1:${port}/range/` };
  }

  function createStrength(address: string, failClosed: boolean, timeLimit = 10_000) {
    const log: LogEntry[] = [];
    const outgoing = createOutgoingFetch({ privateHosts: ['127.0.0.1'] });
    const leaked = { outgoing, failClosed, address, timeLimit, log: (entry: LogEntry) => log.push(entry) };
    return { log, ...createPasswordStrength({ minimumLength: 1, requiredCharacters: [], leaked }) };
  }

  const digest = createHash('sha1').update('password').digest('hex').toUpperCase();

  test('a listed password is refused, and only five characters of its hash are sent', async () => {
    const body = `00000000000000000000000000000000000:5\r\n${digest.slice(5)}:9\r\n`;
    const { requests, address } = await listenWith(() => ({ status: 200, body }));
    const strength = createStrength(address, true);
    expect(await strength.checkStrength('password')).toEqual([
      {
        reason: 'pwned',
        message: 'Password is known to be weak and easy to guess, please choose a different one.',
      },
    ]);
    expect(requests).toEqual([`/range/${digest.slice(0, 5)}`]);
    expect(await strength.checkStrength('another')).toEqual([]);
  });

  test('a padding line is not a leak', async () => {
    const { address } = await listenWith(() => ({ status: 200, body: `${digest.slice(5)}:0` }));
    expect(await createStrength(address, true).checkStrength('password')).toEqual([]);
  });

  test.each([
    ['answers with an error', 10_000, () => ({ status: 503, body: '' })],
    ['does not answer', 200, () => undefined],
    ['answers with too many bytes', 10_000, () => ({ status: 200, body: 'x'.repeat(2_000_000) })],
  ])('a list that %s lets the password pass, or not, as configured', async (_name, timeLimit, answer) => {
    const { address } = await listenWith(answer);
    const lenient = createStrength(address, false, timeLimit);
    expect(await lenient.checkStrength('password')).toEqual([]);
    expect(lenient.log).toMatchObject([
      { level: 'warn', message: 'The list of leaked passwords cannot be read.' },
    ]);
    await expect(createStrength(address, true, timeLimit).checkStrength('password')).rejects.toThrow(
      LeakListUnavailable,
    );
  });
});
