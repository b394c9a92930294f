/** For tests: an identity provider made with another SAML library, which reads our metadata and verifies our signed requests. */
import { generateKeyPairSync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import * as samlify from 'samlify';
import { bindings, nameIdFormats } from '../../../backend/auth/sso/saml-names.ts';
import { createSelfSignedCertificate } from '../../../backend/auth/sso/self-signed-certificate.ts';
import { type ResponseOptions, type SigningKey, writeAssertion } from './test-response.ts';
import type { Answer, TestDatabase, TestService } from './test-service.ts';

// Schema validation is not tested here, but the library requires a validator.
samlify.setSchemaValidator({ validate: async () => 'accepted' });

export function createSigningKey(host = 'idp.test'): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: createSelfSignedCertificate(privateKey, host),
  };
}

export interface TestIdentityProvider {
  entityId: string;
  key: SigningKey;
  metadata: string;
  /** Reads and verifies our request in a URL as POST /sso returns it, and answers it for a user. */
  answer(
    requestUrl: string,
    ourMetadata: string,
    options?: ResponseOptions,
  ): Promise<{ form: SamlForm; requestId: string }>;
}

export interface SamlForm {
  SAMLResponse: string;
  RelayState: string;
}

export function createTestIdentityProvider(
  key: SigningKey = createSigningKey(),
  entityId = `https://idp.test/${crypto.randomUUID()}`,
): TestIdentityProvider {
  const idp = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key.privateKeyPem,
    signingCert: key.certificate,
    wantAuthnRequestsSigned: true,
    nameIDFormat: [nameIdFormats.persistent],
    singleSignOnService: [{ Binding: bindings.redirect, Location: `${entityId}/sign-in` }],
    // No test signs out, but the library requires one.
    singleLogoutService: [{ Binding: bindings.redirect, Location: `${entityId}/sign-out` }],
    loginResponseTemplate: { context: samlify.SamlLib.defaultLoginResponseTemplate.context, attributes: [] },
  });
  return {
    entityId,
    key,
    metadata: idp.getMetadata(),
    async answer(requestUrl, ourMetadata, options = {}) {
      const sp = samlify.ServiceProvider({ metadata: ourMetadata });
      const { searchParams: query } = new URL(requestUrl);
      // The signature covers the query as it is written, without the signature.
      const octetString = new URL(requestUrl).search.slice(1).split('&Signature=', 1)[0] ?? '';
      const request = await idp.parseLoginRequest(sp, 'redirect', {
        query: Object.fromEntries(query),
        octetString,
      });
      const requestId = String(request.extract.request?.id);
      const id = `_${crypto.randomUUID()}`;
      const acsUrl = String(sp.entityMeta.getAssertionConsumerService('post'));
      const xml = writeAssertion({
        entityId,
        acsUrl,
        audience: sp.entityMeta.getEntityID(),
        inResponseTo: requestId,
        ...options,
      });
      const response = await idp.createLoginResponse(
        sp,
        { extract: request.extract },
        'post',
        {},
        {
          customTagReplacement: () => ({ id, context: xml.response }),
        },
      );
      return {
        form: { SAMLResponse: response.context, RelayState: query.get('RelayState') ?? '' },
        requestId,
      };
    },
  };
}

/** Connects an identity provider as an admin does; returns the id of the connection. */
export async function connect(
  test: TestDatabase,
  service: TestService,
  idp: TestIdentityProvider,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { type: 'saml', metadata_xml: idp.metadata, ...more };
  const created = await service.post('/admin/sso/providers', body, { token: test.secrets.serviceRoleKey });
  if (created.status !== 201) throw new Error(`not connected: ${JSON.stringify(created.body)}`);
  return created.body.id;
}

/** A sign-in as POST /sso begins it: the id of our request, and its relay state. */
export async function beginSignIn(
  service: TestService,
  providerId: string,
  more: Record<string, unknown> = {},
): Promise<{ requestId: string; relayState: string }> {
  const { body } = await service.post('/sso', { provider_id: providerId, skip_http_redirect: true, ...more });
  const { searchParams } = new URL(body.url);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return {
    requestId: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: searchParams.get('RelayState') ?? '',
  };
}

/** A browser posts the form of an identity provider. Returns the redirect URL. */
export async function postForm(service: TestService, form: Partial<SamlForm>): Promise<URL> {
  const answer = await sendForm(service, form);
  if (answer.status !== 303) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return new URL(answer.headers.get('location') ?? 'missing:');
}

export function sendForm(service: TestService, form: Partial<SamlForm>): Promise<Answer> {
  return service.call('POST', '/sso/saml/acs', {
    text: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
}

/** The members of a URL's fragment. */
export function fragmentOf(address: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(address.hash.slice(1)));
}
