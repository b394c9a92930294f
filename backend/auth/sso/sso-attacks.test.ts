import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacksBy, validResponse } from '../../../tests/harness/auth/test-attacks.ts';
import {
  beginSignIn,
  connect,
  createSigningKey,
  createTestIdentityProvider,
  fragmentOf,
  postForm,
  sendForm,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import {
  type ResponseFields,
  signXml,
  toForm,
  writeAssertion,
} from '../../../tests/harness/auth/test-response.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

const toml = '[auth.saml]\nenabled = true';
const idp = createTestIdentityProvider();
const other = createTestIdentityProvider();
const strangersKey = createSigningKey();

let test: TestDatabase;
let service: TestService;
let provider: string;
let otherProvider: string;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(toml);
  provider = await connect(test, service, idp);
  otherProvider = await connect(test, service, other);
});
afterAll(() => test.close());

const written = (requestId: string | undefined, more?: Partial<ResponseFields>) =>
  writeAssertion(validResponse(idp, requestId, more)).response;

async function countSessions(): Promise<number> {
  const [row] = await test.database.sql`select count(*)::int as count from auth.sessions`;
  return row?.count;
}

const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** What attackers insert into other users' responses. */
const pieces = [
  '<!-- -->',
  '<!DOCTYPE a>',
  '<?a?>',
  '<a/>',
  '&#0;',
  '&a;',
  '</saml:Issuer>',
  'ID="_a"',
  ' ',
  '\n',
  ']]>',
];

describe('a response', () => {
  it('is accepted when it is valid, signed in either place or in both', async () => {
    const ways: ((xml: string) => string)[] = [
      (xml) => signXml(xml, idp.key),
      (xml) => signXml(xml, idp.key, { element: 'Response' }),
      (xml) => signXml(signXml(xml, idp.key), idp.key, { element: 'Response' }),
    ];
    for (const sign of ways) {
      const { requestId, relayState } = await beginSignIn(service, provider);
      const address = await postForm(service, toForm(sign(written(requestId)), relayState));
      expect(fragmentOf(address)).toHaveProperty('access_token');
    }
  });

  it.each(attacksBy({ idp, other, strangersKey }))('%s is refused', async (_name, reason, attack) => {
    const before = await countSessions();
    const { requestId, relayState } = await beginSignIn(service, provider);
    const address = await postForm(service, toForm(attack(requestId), relayState));
    expect(address.origin).toBe('http://localhost:3000');
    const said = fragmentOf(address);
    expect(said.error_description).toContain(reason);
    expect(said.error).toMatch(/^(invalid_request|access_denied)$/);
    expect(said).not.toHaveProperty('access_token');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      error: said.error,
      error_code: said.error_code,
      error_description: said.error_description,
    });
    expect(await countSessions()).toBe(before);
  });

  it('that is missing, or not in Base64, is refused', async () => {
    for (const SAMLResponse of ['', '%%%']) {
      const { relayState } = await beginSignIn(service, provider);
      const address = await postForm(service, { SAMLResponse, RelayState: relayState });
      expect(address.searchParams.get('error_code')).toBe('validation_failed');
    }
  });

  it('opens one session, however often it is delivered', async () => {
    const xml = signXml(written(undefined, { nameId: 'replay' }), idp.key);
    const before = await countSessions();
    const addresses = await Promise.all(Array.from({ length: 10 }, () => postForm(service, toForm(xml))));
    const won = addresses.filter((address) => 'access_token' in fragmentOf(address));
    expect(won).toHaveLength(1);
    const late = await postForm(service, toForm(xml));
    expect(late.searchParams.get('error_description')).toContain('it was used before');
    expect(await countSessions()).toBe(before + 1);
  });

  it('signs no other user in, whatever is changed in it', async () => {
    const signed = signXml(written(undefined, { nameId: 'fuzz' }), idp.key);
    const place = fc.nat(signed.length - 1);
    const piece = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...pieces), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(place, fc.nat(30), piece, async (at, length, text) => {
        const changed = signed.slice(0, at) + text + signed.slice(at + length);
        const { access_token: token = '' } = fragmentOf(await postForm(service, toForm(changed)));
        if (token !== '') expect(claimsOf(token).email).toBe('fuzz@example.com');
      }),
      { numRuns: 150 },
    );
  });

  it('may come from two new users at the same moment', async () => {
    const forms = Array.from({ length: 4 }, () =>
      toForm(signXml(written(undefined, { nameId: 'at-once' }), idp.key)),
    );
    const addresses = await Promise.all(forms.map((form) => postForm(service, form)));
    const ids = addresses.map((address) => claimsOf(fragmentOf(address).access_token).sub);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a relay state', () => {
  it('is used once: fifty browsers with one response get one session', async () => {
    const { requestId, relayState } = await beginSignIn(service, provider);
    const form = toForm(signXml(written(requestId, { nameId: 'fifty' }), idp.key), relayState);
    const before = await countSessions();
    const addresses = await Promise.all(Array.from({ length: 50 }, () => postForm(service, form)));
    const codes = addresses.map((address) => address.searchParams.get('error_code'));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === 'saml_relay_state_not_found')).toHaveLength(49);
    expect(await countSessions()).toBe(before + 1);
  });

  it('is used up by a refused response', async () => {
    const { requestId, relayState } = await beginSignIn(service, provider);
    await postForm(service, toForm(written(requestId), relayState));
    const address = await postForm(service, toForm(signXml(written(requestId), idp.key), relayState));
    expect(address.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('of another sign-in does not match', async () => {
    const mine = await beginSignIn(service, provider);
    const theirs = await beginSignIn(service, provider);
    const form = toForm(signXml(written(mine.requestId), idp.key), theirs.relayState);
    expect((await postForm(service, form)).searchParams.get('error_code')).toBe('validation_failed');
    const elsewhere = await beginSignIn(service, otherProvider);
    const crossed = toForm(signXml(written(elsewhere.requestId), idp.key), elsewhere.relayState);
    expect((await postForm(service, crossed)).searchParams.get('error_code')).toBe('validation_failed');
  });

  it('cannot be left out to deliver an answer that was meant for another browser', async () => {
    const { requestId } = await beginSignIn(service, provider);
    const xml = signXml(written(requestId), idp.key);
    for (const relay of ['', 'http://localhost:3000/'])
      expect((await postForm(service, toForm(xml, relay))).searchParams.get('error_code')).toBe(
        'validation_failed',
      );
  });

  it('that is unknown or malformed is refused', async () => {
    const xml = signXml(written(undefined), idp.key);
    const unknown = await postForm(service, toForm(xml, crypto.randomUUID()));
    expect(unknown.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
    const nonsense = await postForm(service, toForm(xml, 'not a state'));
    expect(nonsense.searchParams.get('error_code')).toBe('validation_failed');
  });

  it('expires after ten minutes', async () => {
    const slow = await test.start(toml);
    const { requestId, relayState } = await beginSignIn(slow, provider);
    slow.advance(600);
    const form = toForm(signXml(written(requestId, { now: slow.now() }), idp.key), relayState);
    expect((await postForm(slow, form)).searchParams.get('error_code')).toBe('saml_relay_state_expired');
  });
});

describe('a body that is not a form', () => {
  it('is refused, and a huge one is not read', async () => {
    expect((await sendForm(service, {})).status).toBe(303);
    const huge = await sendForm(service, { SAMLResponse: 'a'.repeat(1_100_000) });
    expect([huge.status, huge.body.error_code]).toEqual([413, 'request_entity_too_large']);
  });
});
