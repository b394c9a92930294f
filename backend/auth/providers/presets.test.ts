import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestIssuer, hashOf, type TestIssuer } from '../../../tests/harness/auth/test-issuer.ts';
import { withoutLimits } from '../../../tests/harness/auth/test-owner.ts';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import type { OutgoingRequest } from '../../http/outgoing-fetch.ts';
import { presets } from './presets.ts';

let test: TestDatabase;
let issuer: TestIssuer;

beforeAll(async () => {
  test = await openTestDatabase();
  issuer = await createTestIssuer();
});
afterAll(() => test.close());

const accessToken = 'token-of-the-provider';

/** The answers of a provider, as its documentation shows them. */
interface Provider {
  name: string;
  url?: string;
  /** The URL that the browser is redirected to. */
  authorize: string;
  scope?: string;
  token: string;
  secretIn?: 'header';
  /** Claims of the ID token that comes with the access token. */
  idToken?: (email: string) => Record<string, unknown>;
  keys?: string;
  /** Further members beside the access token. */
  more?: (email: string) => object;
  answers: (email: string) => Record<string, unknown>;
  /** The expected identity data, besides the address. */
  identity: Record<string, unknown>;
  isVerified?: boolean;
  /** The parameters of the callback, if not a code alone. */
  callback?: Record<string, string>;
}

const tenant = '7b8c1f6e-1111-4222-8333-944455566677';

const providers: Provider[] = [
  {
    name: 'google',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    scope: 'openid email profile',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    idToken: (email) => ({
      iss: 'https://accounts.google.com',
      sub: '1169',
      email,
      email_verified: true,
      name: 'Jo Doe',
      picture: 'https://lh3.googleusercontent.com/a',
      hd: 'example.com',
    }),
    answers: () => ({}),
    identity: {
      sub: '1169',
      full_name: 'Jo Doe',
      avatar_url: 'https://lh3.googleusercontent.com/a',
      custom_claims: { hd: 'example.com' },
    },
  },
  {
    name: 'github',
    authorize: 'https://github.com/login/oauth/authorize',
    scope: 'user:email',
    token: 'https://github.com/login/oauth/access_token',
    answers: (email) => ({
      'https://api.github.com/user': {
        id: 583231,
        login: 'octo',
        name: 'Octo Cat',
        email: null,
        avatar_url: 'https://a/b',
      },
      'https://api.github.com/user/emails': [
        { email: 'first@unverified.example', primary: true, verified: false, visibility: null },
        { email, primary: false, verified: true, visibility: 'public' },
        { email: 'octo@users.noreply.github.com', primary: false, verified: false, visibility: null },
      ],
    }),
    identity: {
      sub: '583231',
      user_name: 'octo',
      preferred_username: 'octo',
      full_name: 'Octo Cat',
      iss: 'https://api.github.com',
    },
  },
  {
    name: 'github',
    url: 'https://git.company.example/',
    authorize: 'https://git.company.example/login/oauth/authorize',
    token: 'https://git.company.example/login/oauth/access_token',
    answers: (email) => ({
      'https://git.company.example/api/v3/user': { id: 7, login: 'seven' },
      'https://git.company.example/api/v3/user/emails': [{ email, primary: true, verified: true }],
    }),
    identity: { sub: '7', iss: 'https://git.company.example/api/v3' },
  },
  {
    name: 'apple',
    authorize: 'https://appleid.apple.com/auth/authorize',
    scope: 'email name',
    token: 'https://appleid.apple.com/auth/token',
    keys: 'https://appleid.apple.com/auth/keys',
    idToken: (email) => ({
      iss: 'https://appleid.apple.com',
      sub: '001234.abc',
      email,
      email_verified: 'true',
      is_private_email: 'true',
      auth_time: 1700000000,
    }),
    callback: {
      user: JSON.stringify({ name: { firstName: 'Jo', lastName: 'Doe' }, email: 'ignored@example.com' }),
    },
    answers: () => ({}),
    identity: {
      sub: '001234.abc',
      full_name: 'Jo Doe',
      name: 'Jo Doe',
      custom_claims: { is_private_email: true, auth_time: 1700000000 },
    },
  },
  {
    name: 'azure',
    url: `https://login.microsoftonline.com/${tenant}`,
    authorize: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
    scope: 'openid',
    token: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    keys: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
    idToken: (email) => ({
      iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
      sub: 'pairwise',
      tid: tenant,
      email,
      name: 'Jo Doe',
      preferred_username: 'jo@company.example',
    }),
    answers: () => ({}),
    identity: {
      sub: 'pairwise',
      full_name: 'Jo Doe',
      preferred_username: 'jo@company.example',
      custom_claims: { tid: tenant },
    },
  },
  {
    name: 'azure',
    authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    keys: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
    idToken: (email) => ({
      iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
      sub: 'p2',
      tid: tenant,
      email,
      xms_edov: '1',
    }),
    answers: () => ({}),
    identity: { sub: 'p2' },
  },
  {
    // The admin of any tenant can write any address: without `xms_edov` it is not verified.
    name: 'azure',
    authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    keys: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
    idToken: (email) => ({
      iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
      sub: 'p3',
      tid: tenant,
      email,
    }),
    answers: () => ({}),
    identity: { sub: 'p3' },
    isVerified: false,
  },
  {
    name: 'gitlab',
    authorize: 'https://gitlab.com/oauth/authorize',
    scope: 'read_user',
    token: 'https://gitlab.com/oauth/token',
    answers: (email) => ({
      'https://gitlab.com/api/v4/user': {
        id: 42,
        email,
        name: 'Jo',
        avatar_url: 'https://g/a',
        confirmed_at: '2020-01-01T00:00:00Z',
      },
    }),
    identity: { sub: '42', full_name: 'Jo', avatar_url: 'https://g/a' },
  },
  {
    name: 'gitlab',
    authorize: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    answers: (email) => ({
      'https://gitlab.com/api/v4/user': { id: 43, email, name: 'Jo', confirmed_at: null },
    }),
    identity: { sub: '43' },
    isVerified: false,
  },
  {
    name: 'discord',
    authorize: 'https://discord.com/api/oauth2/authorize',
    scope: 'email identify',
    token: 'https://discord.com/api/oauth2/token',
    answers: (email) => ({
      'https://discord.com/api/users/@me': {
        id: '80351110224678912',
        username: 'nelly',
        discriminator: '1337',
        global_name: 'Nelly',
        avatar: 'a_8342729096ea3675442027381ff50dfe',
        verified: true,
        email,
      },
    }),
    identity: {
      sub: '80351110224678912',
      name: 'nelly#1337',
      full_name: 'nelly',
      avatar_url:
        'https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif',
      custom_claims: { global_name: 'Nelly' },
    },
  },
  {
    name: 'discord',
    authorize: 'https://discord.com/api/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    answers: (email) => ({
      'https://discord.com/api/users/@me': {
        id: '2',
        username: 'new',
        discriminator: '0',
        avatar: null,
        verified: false,
        email,
      },
    }),
    identity: { sub: '2', avatar_url: 'https://cdn.discordapp.com/embed/avatars/0.png' },
    isVerified: false,
  },
  {
    name: 'facebook',
    authorize: 'https://www.facebook.com/dialog/oauth',
    scope: 'email',
    token: 'https://graph.facebook.com/oauth/access_token',
    answers: (email) => ({
      [`https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture&appsecret_proof=${createHmac(
        'sha256',
        'our secret',
      )
        .update(accessToken)
        .digest('hex')}`]: {
        id: '10',
        email,
        first_name: 'Jo',
        last_name: 'Doe',
        name: 'Jo D.',
        picture: { data: { url: 'https://f/p' } },
      },
    }),
    identity: { sub: '10', full_name: 'Jo Doe', nickname: 'Jo D.', avatar_url: 'https://f/p' },
  },
  {
    name: 'bitbucket',
    authorize: 'https://bitbucket.org/site/oauth2/authorize',
    token: 'https://bitbucket.org/site/oauth2/access_token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.bitbucket.org/2.0/user': {
        uuid: '{a-b}',
        display_name: 'Jo',
        links: { avatar: { href: 'https://b/a' } },
      },
      'https://api.bitbucket.org/2.0/user/emails': {
        values: [{ email, is_primary: true, is_confirmed: true }],
      },
    }),
    identity: { sub: '{a-b}', avatar_url: 'https://b/a' },
  },
  {
    name: 'figma',
    authorize: 'https://www.figma.com/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.figma.com/v1/me': { id: 'f1', email, handle: 'Jo', img_url: 'https://i/i' },
    }),
    identity: { sub: 'f1', full_name: 'Jo' },
  },
  {
    name: 'fly',
    authorize: 'https://api.fly.io/oauth/authorize',
    token: 'https://api.fly.io/oauth/token',
    answers: (email) => ({
      'https://api.fly.io/oauth/token/info': {
        user_id: 'u1',
        user_name: 'Jo',
        email,
        organizations: [{ id: 'o', role: 'admin' }],
      },
    }),
    identity: { sub: 'u1', full_name: 'Jo' },
  },
  {
    name: 'kakao',
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    token: 'https://kauth.kakao.com/oauth/token',
    answers: (email) => ({
      'https://kapi.kakao.com/v2/user/me': {
        id: 123456789,
        kakao_account: {
          email,
          is_email_valid: true,
          is_email_verified: true,
          profile: { nickname: 'jo', profile_image_url: 'https://k/p' },
        },
      },
    }),
    identity: { sub: '123456789', preferred_username: 'jo', avatar_url: 'https://k/p' },
  },
  {
    name: 'keycloak',
    url: 'https://login.company.example/realms/one',
    authorize: 'https://login.company.example/realms/one/protocol/openid-connect/auth',
    token: 'https://login.company.example/realms/one/protocol/openid-connect/token',
    answers: (email) => ({
      'https://login.company.example/realms/one/protocol/openid-connect/userinfo': {
        sub: 'k1',
        email,
        email_verified: true,
        name: 'Jo',
        department: 'garden',
      },
    }),
    identity: { sub: 'k1', custom_claims: { department: 'garden' } },
  },
  {
    name: 'linkedin_oidc',
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    keys: 'https://www.linkedin.com/oauth/openid/jwks',
    idToken: (email) => ({
      iss: 'https://www.linkedin.com/oauth',
      sub: 'l1',
      email,
      email_verified: 'true',
      given_name: 'Jo',
      family_name: 'Doe',
    }),
    answers: () => ({}),
    identity: { sub: 'l1', full_name: 'Jo Doe' },
  },
  {
    name: 'notion',
    authorize: 'https://api.notion.com/v1/oauth/authorize',
    token: 'https://api.notion.com/v1/oauth/token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.notion.com/v1/users/me': {
        bot: { owner: { user: { id: 'n1', name: 'Jo', person: { email } } } },
      },
    }),
    identity: { sub: 'n1', full_name: 'Jo' },
  },
  {
    name: 'slack_oidc',
    authorize: 'https://slack.com/openid/connect/authorize',
    token: 'https://slack.com/api/openid.connect.token',
    answers: (email) => ({
      'https://slack.com/api/openid.connect.userInfo': {
        ok: true,
        sub: 'U0R7JM',
        'https://slack.com/user_id': 'U0R7JM',
        'https://slack.com/team_id': 'T0R7GR',
        email,
        email_verified: true,
        name: 'Jo',
      },
    }),
    identity: { sub: 'U0R7JM', custom_claims: { 'https://slack.com/team_id': 'T0R7GR' } },
  },
  {
    name: 'snapchat',
    authorize: 'https://accounts.snapchat.com/accounts/oauth2/auth',
    token: 'https://accounts.snapchat.com/accounts/oauth2/token',
    secretIn: 'header',
    answers: (email) => ({
      [`https://kit.snapchat.com/v1/me?${new URLSearchParams({
        query: '{me { externalId displayName bitmoji { avatar id } email } }',
      })}`]: {
        data: { me: { externalId: 's1', displayName: 'Jo', bitmoji: { avatar: 'https://s/b' }, email } },
      },
    }),
    identity: { sub: 's1', avatar_url: 'https://s/b' },
  },
  {
    // Spotify does not say whether an address is verified.
    name: 'spotify',
    authorize: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.spotify.com/v1/me': {
        id: 'sp1',
        email,
        display_name: 'Jo',
        images: [
          { url: 'https://s/small', height: 64, width: 64 },
          { url: 'https://s/large', height: 300, width: 300 },
        ],
      },
    }),
    identity: { sub: 'sp1', avatar_url: 'https://s/large' },
    isVerified: false,
  },
  {
    name: 'twitch',
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    answers: (email) => ({
      'https://api.twitch.tv/helix/users': {
        data: [{ id: 't1', login: 'jo', display_name: 'Jo', email, view_count: 5 }],
      },
    }),
    identity: { sub: 't1', nickname: 'Jo', name: 'jo' },
  },
  {
    name: 'workos',
    authorize: 'https://api.workos.com/sso/authorize',
    token: 'https://api.workos.com/sso/token',
    more: (email) => ({
      profile: { id: 'w1', email, first_name: 'Jo', last_name: 'Doe', organization_id: 'o1' },
    }),
    answers: () => ({}),
    identity: { sub: 'w1', full_name: 'Jo Doe' },
  },
  {
    name: 'x',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.x.com/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at':
        {
          data: { id: 'x1', name: 'Jo', username: 'jo', confirmed_email: email },
        },
    }),
    identity: { sub: 'x1', preferred_username: 'jo', profile: 'https://x.com/jo' },
  },
  {
    name: 'zoom',
    authorize: 'https://zoom.us/oauth/authorize',
    token: 'https://zoom.us/oauth/token',
    secretIn: 'header',
    answers: (email) => ({
      'https://api.zoom.us/v2/users/me': { id: 'z1', email, first_name: 'Jo', last_name: 'Doe', verified: 1 },
    }),
    identity: { sub: 'z1', full_name: 'Jo Doe' },
  },
];

const titled = providers.map(
  (provider) =>
    [
      [provider.name, provider.url ?? '', provider.isVerified === false ? '(unverified)' : '']
        .filter(Boolean)
        .join(' '),
      provider,
    ] as const,
);

/** A service with this one provider, which answers as documented and records the requests. */
async function start(provider: Provider, email: string) {
  const requests: { address: string; request: OutgoingRequest }[] = [];
  const url = provider.url === undefined ? '' : `url = "${provider.url}"`;
  const service = await test.start(
    `[auth.external.${provider.name}]\nenabled = true\nclient_id = "our id"\nsecret = "our secret"\n${url}`,
    {
      log: () => undefined,
      ports: {
        ...withoutLimits.ports,
        async outgoing(given, request = {}) {
          const address = String(given);
          requests.push({ address, request });
          const claims = provider.idToken?.(email);
          const tokens = {
            access_token: accessToken,
            token_type: 'bearer',
            ...(claims && {
              id_token: await issuer.sign({ aud: 'our id', at_hash: hashOf(accessToken), ...claims }),
            }),
            ...provider.more?.(email),
          };
          const answers: Record<string, unknown> = {
            [provider.token]: tokens,
            ...(provider.keys && { [provider.keys]: issuer.jwks }),
            ...provider.answers(email),
          };
          const value = answers[address];
          return {
            status: value === undefined ? 404 : 200,
            headers: new Headers(),
            text: JSON.stringify(value ?? { error: 'not here' }),
          };
        },
      },
    },
  );
  return { service, requests };
}

describe('every preset', () => {
  it('is in the table below', () => {
    expect([...new Set(providers.map(({ name }) => name))].sort()).toEqual([...presets.keys()].sort());
  });

  it.each(titled)('%s signs users in', async (_title, provider) => {
    const email = freshEmail();
    const { service, requests } = await start(provider, email);
    const left = await service.call(
      'GET',
      `/authorize?provider=${provider.name}&redirect_to=http://localhost:3000/in`,
    );
    const authorizeUrl = new URL(left.headers.get('location') ?? `missing:${left.status}`);
    expect(authorizeUrl.origin + authorizeUrl.pathname).toBe(provider.authorize);
    expect(authorizeUrl.searchParams.get('client_id')).toBe('our id');
    expect(authorizeUrl.searchParams.get('redirect_uri')).toBe('http://localhost:3000/auth/v1/callback');
    if (provider.scope !== undefined) expect(authorizeUrl.searchParams.get('scope')).toBe(provider.scope);

    const state = authorizeUrl.searchParams.get('state') ?? '';
    const callbackParameters = new URLSearchParams({
      code: 'the code',
      state,
      ...provider.callback,
    }).toString();
    const isForm = authorizeUrl.searchParams.get('response_mode') === 'form_post';
    const back = isForm
      ? await service.call('POST', '/callback', {
          text: callbackParameters,
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            Origin: 'https://appleid.apple.com',
          },
        })
      : await service.call('GET', `/callback?${callbackParameters}`);
    const url = new URL(back.headers.get('location') ?? 'missing:');
    expect(url.pathname).toBe('/in');
    const isVerified = provider.isVerified ?? true;
    expect(url.searchParams.get('error_code')).toBe(isVerified ? null : 'provider_email_needs_verification');
    expect(url.hash.includes('access_token=')).toBe(isVerified);

    const [row] = await test.database.sql`
      select i.identity_data, i.provider_id, u.email, u.raw_user_meta_data as metadata
      from auth.identities i join auth.users u on u.id = i.user_id where i.email = ${email}`;
    expect(row).toMatchObject({ email, provider_id: provider.identity.sub });
    expect(row?.identity_data).toMatchObject({
      ...provider.identity,
      provider_id: provider.identity.sub,
      email,
      email_verified: isVerified,
      phone_verified: false,
    });
    requireProof(provider, requests, authorizeUrl);
  });
});

/**
 * The code was exchanged once, with our secret where the provider wants it, and with our own code verifier where it uses PKCE.
 */
function requireProof(
  provider: Provider,
  requests: { address: string; request: OutgoingRequest }[],
  authorizeUrl: URL,
) {
  const [exchange, ...others] = requests.filter(({ address }) => address === provider.token);
  expect(others).toEqual([]);
  const form = new URLSearchParams(String(exchange?.request.body));
  expect(form.get('code')).toBe('the code');
  const header = exchange?.request.headers?.authorization ?? '';
  const inHeader = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  if (provider.secretIn === 'header') expect(inHeader).toBe('our%20id:our%20secret');
  else expect([form.get('client_id'), form.get('client_secret')]).toEqual(['our id', 'our secret']);
  expect(form.has('code_verifier')).toBe(authorizeUrl.searchParams.has('code_challenge'));
}

describe('Apple', () => {
  const apple = providers.find(({ name }) => name === 'apple');

  it('sends a name once, and it stays', async () => {
    if (apple === undefined) throw new Error('Apple is not in the table.');
    const email = freshEmail();
    const person = { ...apple, idToken: () => ({ ...apple.idToken?.(email), sub: crypto.randomUUID() }) };
    const claims = person.idToken();
    const { service } = await start({ ...person, idToken: () => claims }, email);
    for (const callback of [apple.callback ?? {}, {}]) {
      const left = await service.call('GET', '/authorize?provider=apple');
      const state = new URL(left.headers.get('location') ?? '').searchParams.get('state') ?? '';
      const text = new URLSearchParams({ code: 'the code', state, ...callback }).toString();
      const { headers } = await service.call('POST', '/callback', { text });
      expect(headers.get('location')).toContain('access_token=');
    }
    const [user] = await test.database
      .sql`select raw_user_meta_data as data from auth.users where email = ${email}`;
    expect(user?.data.full_name).toBe('Jo Doe');
  });
});
