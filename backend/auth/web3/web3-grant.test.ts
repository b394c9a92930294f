import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import {
  createEthereumWallet,
  createSolanaWallet,
  type Wallet,
  writeMessage,
} from '../../../tests/harness/auth/test-wallets.ts';

const toml = `
[auth]
site_url = "https://example.com"
additional_redirect_urls = ["http://localhost:3000/**", "https://example.com:8443/**"]
[auth.web3.ethereum]
enabled = true
[auth.web3.solana]
enabled = true
`;

let test: TestDatabase;
let service: TestService;
const kinds = [
  ['Ethereum', createEthereumWallet],
  ['Solana', createSolanaWallet],
] as const;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(toml);
});
afterAll(() => test.close());

const grant = (body: Record<string, unknown>, at = service) => at.post('/token?grant_type=web3', body);
const signIn = (wallet: Wallet, message: string, at = service) =>
  grant({ chain: wallet.chain, message, signature: wallet.sign(message) }, at);

describe('signing in with a wallet', () => {
  it('works through the official client, for both chains', async () => {
    const client = service.client();
    const ethereum = createEthereumWallet();
    const message = writeMessage(ethereum, { statement: 'Come in.' });
    const signature = ethereum.sign(message);
    const first = await client.auth.signInWithWeb3({ chain: 'ethereum', message, signature });
    expect(first.error).toBeNull();
    expect(first.data.user?.identities?.[0]).toMatchObject({
      provider: 'web3',
      id: `web3:ethereum:${ethereum.address}`,
    });
    const solana = createSolanaWallet();
    const text = writeMessage(solana);
    const bytes = new Uint8Array(Buffer.from(solana.sign(text), 'base64'));
    const second = await client.auth.signInWithWeb3({ chain: 'solana', message: text, signature: bytes });
    expect(second.error).toBeNull();
    expect((await client.auth.getUser()).data.user?.id).toBe(second.data.user?.id);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  it.each(kinds)('of %s creates one account for a wallet, without an address', async (title, create) => {
    const wallet = create();
    const answer = await signIn(wallet, writeMessage(wallet, { statement: 'Come in.' }));
    expect(answer.status).toBe(200);
    const chain = title.toLowerCase();
    const network = chain === 'ethereum' ? '1' : 'solana:mainnet';
    const said = { address: wallet.address, chain, network, domain: 'example.com', statement: 'Come in.' };
    expect(answer.body.user).toMatchObject({
      email: '',
      phone: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: { sub: `web3:${chain}:${wallet.address}`, custom_claims: said },
    });
    const claims = JSON.parse(Buffer.from(answer.body.access_token.split('.')[1], 'base64url').toString());
    expect([claims.amr[0].method, claims.aal]).toEqual(['web3', 'aal1']);
    const again = await signIn(wallet, writeMessage(wallet));
    expect(again.body.user.id).toBe(answer.body.user.id);
  });

  it('matches an Ethereum address in any case', async () => {
    const wallet = createEthereumWallet();
    const shouting = { ...wallet, address: `0x${wallet.address.slice(2).toUpperCase()}` };
    const first = await signIn(shouting, writeMessage(shouting));
    const second = await signIn(wallet, writeMessage(wallet));
    expect([second.status, second.body.user.id]).toEqual([200, first.body.user.id]);
  });

  it('accepts the signature of a Solana hardware wallet', async () => {
    const wallet = createSolanaWallet({ isLedger: true });
    expect((await signIn(wallet, writeMessage(wallet))).status).toBe(200);
  });

  it.each([
    [
      'the site on this machine',
      { domain: 'localhost:3000', fields: { URI: 'http://localhost:3000/login' } },
    ],
    [
      'a name of this machine without its port',
      { domain: 'localhost', fields: { URI: 'http://localhost:3000/' } },
    ],
    [
      'another port on the allow-list',
      { domain: 'example.com:8443', fields: { URI: 'https://example.com:8443/x' } },
    ],
    ['resources', { fields: { Resources: '\n- https://example.com/a\n- ipfs://x' } }],
    ['an end', { fields: { 'Expiration Time': new Date(Date.now() + 60_000).toISOString() } }],
    ['no nonce', { fields: { Nonce: undefined } }],
  ])('accepts a message with %s', async (_name, more) => {
    for (const [, create] of kinds) {
      const wallet = create();
      const answer = await signIn(wallet, writeMessage(wallet, more));
      expect([answer.status, answer.body.error_description ?? answer.body.msg]).toEqual([200, undefined]);
    }
  });
});

describe('a wallet message', () => {
  const late = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  it.each([
    [
      'for another site',
      { domain: 'evil.example', fields: { URI: 'https://evil.example/' } },
      'not allowed on this server, message was signed',
    ],
    [
      'for another site with our domain',
      { fields: { URI: 'https://evil.example/' } },
      'message was signed for another app',
    ],
    ['with another domain', { domain: 'evil.example' }, 'Domain that does not match'],
    ['with another port', { domain: 'example.com:444' }, 'Domain that does not match'],
    [
      'with a user name in its address',
      { fields: { URI: 'https://example.com@evil.example/' } },
      'message was signed for another app',
    ],
    ['without HTTPS', { fields: { URI: 'http://example.com/' } }, 'does not use HTTPS'],
    ['that begins later', { fields: { 'Not Before': late(1).toISOString() } }, 'becomes valid in the future'],
    [
      'that has ended',
      { now: late(-2), fields: { 'Expiration Time': late(-1).toISOString() } },
      'message is expired',
    ],
    ['from long ago', { now: late(-11) }, 'issued too long ago'],
    ['from far in the future', { now: late(11) }, 'issued too far in the future'],
  ])('%s is refused as a grant', async (_name, more, description) => {
    for (const [, create] of kinds) {
      const wallet = create();
      const answer = await signIn(wallet, writeMessage(wallet, more));
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
      expect(answer.body.error_description).toContain(description);
    }
  });

  it.each([
    [
      'of another version',
      { fields: { Version: '2' } },
      'Version value is not supported, expected 1 got "2"',
    ],
    ['without a time', { fields: { 'Issued At': undefined } }, 'Issued At is not specified'],
    [
      'with a time that is none',
      { fields: { 'Issued At': 'yesterday' } },
      'Issued At is not a valid ISO8601 timestamp',
    ],
    ['without an address', { fields: { URI: undefined } }, 'URI is not specified'],
    ['with an address that is none', { fields: { URI: 'nowhere' } }, 'URI is not valid'],
    [
      'with a domain that is none',
      { domain: 'https://example.com' },
      'domain in first line of message is not valid',
    ],
    ['with an unknown network', { fields: { 'Chain ID': '-1' } }, 'Chain ID is not valid'],
    ['with a short nonce', { fields: { Nonce: 'abc' } }, 'Nonce must have at least 8'],
    ['with a field twice', { fields: { Version: '1\nURI: https://example.com/' } }, 'URI is specified twice'],
    ['with a line that is none', { fields: { Version: '1\nhello' } }, 'encountered unparsable line'],
    [
      'that ends before it begins',
      { fields: { 'Expiration Time': late(-1).toISOString() } },
      'Issued At is after Expiration Time',
    ],
  ])('%s is refused for its format', async (_name, more, message) => {
    for (const [, create] of kinds) {
      const wallet = create();
      const answer = await signIn(wallet, writeMessage(wallet, more));
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
      expect(answer.body.msg).toContain(message);
    }
  });

  it.each(
    kinds,
  )('of %s counts only with a signature of its own wallet over exactly this text', async (_title, create) => {
    const [mine, theirs] = [create(), create()];
    const message = writeMessage(mine);
    const { chain } = mine;
    const wrong = [
      { chain, message, signature: theirs.sign(message) },
      { chain, message: message.replace('/login', '/logon'), signature: mine.sign(message) },
      { chain, message: writeMessage(theirs), signature: mine.sign(message) },
    ];
    for (const body of wrong)
      expect((await grant(body)).body).toEqual({
        error: 'invalid_grant',
        error_description: 'Signature does not match address in message',
      });
  });

  it.each(kinds)('of %s opens one session, however often it is sent', async (title, create) => {
    const wallet = create();
    const message = writeMessage(wallet);
    const body = { chain: wallet.chain, message, signature: wallet.sign(message) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => grant(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await grant(body)).body).toEqual({
      error: 'invalid_grant',
      error_description: `Signed ${title} message was already used`,
    });
  });

  it('may be the first of a new wallet together with concurrent ones', async () => {
    const wallet = createSolanaWallet();
    const messages = [1, 2, 3, 4].map(() => writeMessage(wallet));
    const answers = await Promise.all(messages.map((message) => signIn(wallet, message)));
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1);
  });
});

describe('the grant', () => {
  const wallet = createEthereumWallet();
  const message = writeMessage(wallet);
  it.each([
    ['an unknown chain', { chain: 'bitcoin' }, 400, 'web3_unsupported_chain'],
    ['no chain', {}, 400, 'web3_unsupported_chain'],
    ['a short message', { chain: 'ethereum', message: 'a' }, 400, 'validation_failed'],
    ['a long message', { chain: 'solana', message: 'a'.repeat(20_481) }, 400, 'validation_failed'],
    ['a short signature', { chain: 'ethereum', message, signature: '0x00' }, 400, 'validation_failed'],
    [
      'a signature with other letters',
      { chain: 'solana', message, signature: '*'.repeat(88) },
      400,
      'validation_failed',
    ],
    [
      'another kind of message',
      { chain: 'solana', message, signature: 'A'.repeat(86) },
      400,
      'validation_failed',
    ],
    ['no text at all', { chain: 'ethereum', message: 7 }, 400, 'bad_json'],
  ])('refuses %s', async (_name, body, status, code) => {
    const answer = await grant(body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it.each([
    ['zeros', `0x${'0'.repeat(130)}`],
    ['the largest numbers', `0x${'f'.repeat(130)}`],
    ['letters that are no digits', `0x${'z'.repeat(130)}`],
  ])('refuses %s as a signature', async (_name, signature) => {
    expect((await grant({ chain: 'ethereum', message, signature })).body.error).toBe('invalid_grant');
  });

  it('is refused for chains that are off, new wallets without sign-up, and banned accounts', async () => {
    const off = await test.start();
    expect((await grant({ chain: 'ethereum' }, off)).body.error_code).toBe('web3_provider_disabled');
    const half = await test.start('[auth.web3.solana]\nenabled = true');
    const refused = await grant({ chain: 'ethereum' }, half);
    expect([refused.status, refused.body.msg]).toEqual([422, 'Ethereum Web3 provider is disabled']);
    const closed = await test.start(toml.replace('[auth]', '[auth]\nenable_signup = false'));
    expect((await signIn(wallet, message, closed)).body.error_code).toBe('signup_disabled');
    const { id } = (await signIn(wallet, message)).body.user;
    const token = test.secrets.serviceRoleKey;
    await service.call('PUT', `/admin/users/${id}`, { token, body: { ban_duration: '1h' } });
    const banned = await signIn(wallet, writeMessage(wallet));
    expect([banned.status, banned.body.error_code]).toEqual([403, 'user_banned']);
  });

  it('is limited in a bucket of its own', async () => {
    const strict = await test.start(`${toml}[auth.rate_limit]\nweb3 = 1`);
    strict.address = '198.51.100.77';
    expect((await grant({}, strict)).status).toBe(400);
    const second = await grant({}, strict);
    expect([second.status, second.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    const password = await strict.post('/token?grant_type=password', {
      email: 'a@example.com',
      password: 'x',
    });
    expect(password.status).toBe(400);
  });
});
