import { describe, expect, test } from 'vitest';
import { parseConfig } from './read-config.ts';

const secret = `v1,whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;

function read(lines: string, name = 'send_sms') {
  return parseConfig(`[auth.hook.${name}]\nenabled = true\n${lines}`, {
    environment: { HOOK_SECRET: secret },
  }).auth.hooks;
}

describe('a hook in config.toml', () => {
  test.each([
    'send_sms',
    'send_email',
    'custom_access_token',
    'mfa_verification_attempt',
    'password_verification_attempt',
    'before_user_created',
    'after_user_created',
  ])('may be %s', (name) => {
    const target = { kind: 'function', schema: 'public', name: 'my_Hook' };
    expect(read('uri = "pg-functions://postgres/public/my_Hook"', name)).toEqual({ [name]: target });
  });

  test('is an HTTP server with its keys, also from the environment', () => {
    const { send_sms } = read('uri = "https://example.com/hook"\nsecrets = "env(HOOK_SECRET)"');
    expect(send_sms).toEqual({
      kind: 'http',
      uri: 'https://example.com/hook',
      keys: [Buffer.from('a secret of thirty-two characters')],
    });
  });

  test('may have several secrets during a rotation', () => {
    const { send_sms } = read(`uri = "https://example.com/hook"\nsecrets = "${secret}|${secret}"`);
    expect(send_sms).toMatchObject({ keys: [expect.any(Buffer), expect.any(Buffer)] });
  });

  test.each([
    'http://localhost:9000/hook',
    'http://127.0.0.1/hook',
    'http://[::1]:1/hook',
  ])('may use http on this machine: %s', (uri) =>
    expect(read(`uri = "${uri}"\nsecrets = "${secret}"`)).toMatchObject({ send_sms: { uri } }));

  test('that is disabled is not validated', () => {
    expect(parseConfig('[auth.hook.send_sms]\nuri = "nonsense"').auth.hooks).toEqual({});
  });

  test('with an unknown name causes a warning', () => {
    const { warnings } = parseConfig('[auth.hook.send_pigeon]\nenabled = true');
    expect(warnings).toEqual([expect.stringContaining('auth.hook.send_pigeon is not known')]);
  });

  test.each([
    ['no address', '', 'auth.hook.send_sms.uri must begin with'],
    ['an address that is none', 'uri = "hook"', 'uri must begin with'],
    ['another protocol', 'uri = "ftp://example.com"', 'uri must begin with'],
    ['plain HTTP', `uri = "http://example.com"\nsecrets = "${secret}"`, 'uri must begin with https://'],
    ['a password in the address', `uri = "https://a:b@example.com"\nsecrets = "${secret}"`, 'user name'],
    ['no secret', 'uri = "https://example.com"', 'secrets is empty'],
    ['a secret that is not set', 'uri = "https://example.com"\nsecrets = "env(NOT_SET)"', 'secrets is empty'],
    ['a short secret', 'uri = "https://example.com"\nsecrets = "v1,whsec_abc"', 'must have the form'],
    [
      'a secret of another form',
      'uri = "https://example.com"\nsecrets = "v1a,whsk_abc"',
      'must have the form',
    ],
    ['no function', 'uri = "pg-functions://postgres/public"', 'must name a schema and a function'],
    [
      'SQL for a function',
      'uri = "pg-functions://postgres/public/a;drop"',
      'must name a schema and a function',
    ],
    [
      'a secret for a function',
      `uri = "pg-functions://postgres/public/a"\nsecrets = "${secret}"`,
      'has no meaning',
    ],
  ])('with %s is refused by name', (_name, lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });
});
