/** For tests: responses that are invalid in one way each, and the expected errors. */
import { nameIdFormats } from '../../../backend/auth/sso/saml-names.ts';
import type { TestIdentityProvider } from './test-identity-provider.ts';
import { type ResponseFields, type SigningKey, signXml, writeAssertion } from './test-response.ts';

export const base = 'http://localhost:3000/auth/v1/sso/saml';

/** The fields of a valid response, which an attack changes. */
export function validResponse(
  idp: TestIdentityProvider,
  requestId: string | undefined,
  more: Partial<ResponseFields> = {},
): ResponseFields {
  const { entityId } = idp;
  return { entityId, acsUrl: `${base}/acs`, audience: `${base}/metadata`, inResponseTo: requestId, ...more };
}

interface Parties {
  idp: TestIdentityProvider;
  /** Another one that is connected as well. */
  other: TestIdentityProvider;
  strangersKey: SigningKey;
}

/** Writes a response to the request with this id. */
type Attack = (requestId: string) => string;

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Each is delivered to the correct URL with the correct relay state. */
export function attacksBy({
  idp,
  other,
  strangersKey,
}: Parties): [name: string, reason: string, attack: Attack][] {
  const written = (id: string | undefined, more?: Partial<ResponseFields>) =>
    writeAssertion(validResponse(idp, id, more)).response;
  /** Another assertion, for another user, without a signature of its own. */
  const forged = (id: string) =>
    writeAssertion(validResponse(idp, id, { nameId: 'admin', assertionId: '_forged' })).assertion;
  return [
    ['that is not signed', 'it is not signed', (id) => written(id)],
    [
      'signed by a stranger',
      'its signature could not be verified',
      (id) => signXml(written(id), strangersKey),
    ],
    [
      'signed by another provider that is connected as well',
      'its signature could not be verified',
      (id) => signXml(written(id), other.key),
    ],
    [
      'of another provider, in its own name',
      'it is from another identity provider',
      (id) => signXml(written(id, { entityId: other.entityId }), other.key),
    ],
    [
      'whose assertion names another issuer',
      'its assertion is from another identity provider',
      (id) => signXml(written(id, { issuer: other.entityId }), idp.key),
    ],
    [
      'that was altered after it was signed',
      'its signature could not be verified',
      (id) => signXml(written(id), idp.key).replace('>ada<', '>admin<'),
    ],
    [
      'with an attribute that was altered',
      'its signature could not be verified',
      (id) => signXml(written(id), idp.key).replace('ada@example.com', 'admin@example.com'),
    ],
    [
      'with another signed response around a changed assertion',
      'its signature could not be verified',
      (id) => signXml(written(id), idp.key, { element: 'Response' }).replace('>ada<', '>admin<'),
    ],
    [
      'with a good signature on the assertion and a bad one on the response',
      'its signature could not be verified',
      (id) => {
        const signed = signXml(written(id), idp.key);
        return signXml(signed, strangersKey, { element: 'Response' });
      },
    ],
    [
      'that is signed with SHA-1',
      'not accepted (SignatureMethod)',
      (id) =>
        signXml(written(id), idp.key, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'with a digest of SHA-1',
      'not accepted (DigestMethod)',
      (id) => signXml(written(id), idp.key, { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ],
    [
      'with a forged assertion before the signed one',
      'it has assertions where none belongs',
      (id) => signXml(written(id), idp.key).replace('<saml:Assertion', `${forged(id)}<saml:Assertion`),
    ],
    [
      'with a forged assertion behind the signed one',
      'it has assertions where none belongs',
      (id) => signXml(written(id), idp.key).replace('</samlp:Response>', `${forged(id)}</samlp:Response>`),
    ],
    [
      'with the signed assertion inside a forged one',
      'it has assertions where none belongs',
      (id) => {
        const signed = signXml(written(id), idp.key);
        const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(signed)?.[0] ?? '';
        return signed.replace(
          assertion,
          forged(id).replace('</saml:Subject>', `</saml:Subject>${assertion}`),
        );
      },
    ],
    [
      'with the signed assertion hidden in an object of the signature',
      'it has assertions where none belongs',
      (id) => {
        const signed = signXml(written(id), idp.key);
        const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(signed)?.[0] ?? '';
        const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
        const original = assertion.replace(signature, '');
        const wrapped = signature.replace('</Signature>', `<Object>${original}</Object></Signature>`);
        return signed.replace(assertion, forged(id).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`));
      },
    ],
    [
      'with the signed assertion kept in extensions of the response',
      'it has assertions where none belongs',
      (id) => {
        const signed = signXml(written(id), idp.key);
        const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(signed)?.[0] ?? '';
        const kept = `<samlp:Extensions>${assertion}</samlp:Extensions>`;
        return signed.replace(assertion, forged(id)).replace('<samlp:Status>', `${kept}<samlp:Status>`);
      },
    ],
    [
      'in which two elements have the ID that is signed',
      'two of its elements have the same ID',
      (id) => {
        const signed = signXml(written(id, { assertionId: '_same' }), idp.key);
        return signed.replace('<samlp:Status>', '<samlp:Status ID="_same">');
      },
    ],
    [
      'whose NameID is cut by a comment',
      'comments and CDATA are not accepted',
      (id) => signXml(written(id), idp.key).replace('>ada<', '>admin<!-- -->.ada<').replace('.ada<', '<'),
    ],
    [
      'that had a comment when it was signed',
      'comments and CDATA are not accepted',
      (id) => signXml(written(id, { nameId: 'admin<!-- -->@evil.example' }), idp.key),
    ],
    [
      'with a document type',
      'Document types, entities',
      (id) => `<!DOCTYPE r [<!ENTITY e "admin">]>${signXml(written(id), idp.key)}`,
    ],
    [
      'with a document type and an entity in the name',
      'Document types, entities',
      (id) =>
        `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signXml(written(id), idp.key).replace('>ada<', '>&e;<')}`,
    ],
    [
      'with a processing instruction',
      'Processing instructions are not accepted',
      (id) => signXml(written(id), idp.key).replace('<samlp:Status>', '<?a b?><samlp:Status>'),
    ],
    [
      'for another audience',
      'meant for another audience',
      (id) => signXml(written(id, { audience: 'https://elsewhere.example' }), idp.key),
    ],
    [
      'for no audience',
      'meant for another audience',
      (id) => signXml(written(id, { audience: undefined }), idp.key),
    ],
    [
      'for another recipient',
      'meant for another recipient',
      (id) => signXml(written(id, { recipient: 'https://elsewhere.example/acs' }), idp.key),
    ],
    [
      'for another destination',
      'sent to another destination',
      (id) => signXml(written(id, { destination: 'https://elsewhere.example/acs' }), idp.key),
    ],
    [
      'that is signed and has no destination',
      'names no destination',
      (id) => signXml(written(id, { destination: undefined }), idp.key, { element: 'Response' }),
    ],
    [
      'that has expired',
      'its assertion has expired',
      (id) => signXml(written(id, { notOnOrAfter: minutes(-2) }), idp.key),
    ],
    [
      'that was issued long ago',
      'its assertion is too old',
      (id) => signXml(written(id, { now: minutes(-11), notOnOrAfter: minutes(5) }), idp.key),
    ],
    [
      'from the future',
      'its assertion is from the future',
      (id) => signXml(written(id, { now: minutes(3) }), idp.key),
    ],
    [
      'of a session that is over',
      'the session at the identity provider has ended',
      (id) => signXml(written(id, { sessionEnd: minutes(-1) }), idp.key),
    ],
    [
      'that answers another request',
      'does not answer the request',
      () => signXml(written('_another'), idp.key),
    ],
    ['that answers no request', 'does not answer the request', () => signXml(written(undefined), idp.key)],
    [
      'with a failure status',
      'did not sign you in (Responder)',
      (id) => signXml(written(id, { status: 'Responder' }), idp.key),
    ],
    [
      'without an email address',
      'does not contain an email address',
      (id) => signXml(written(id, { attributes: {} }), idp.key),
    ],
    [
      'with an invalid address',
      'Unable to validate email address',
      (id) => signXml(written(id, { attributes: { email: 'ada' } }), idp.key),
    ],
    [
      'with a transient NameID',
      'did not contain a persistent Subject Identifier',
      (id) => signXml(written(id, { nameIdFormat: nameIdFormats.transient }), idp.key),
    ],
    [
      'with a character that cannot be stored',
      'cannot be stored',
      (id) => signXml(written(id, { nameId: 'a&#0;b', attributes: { email: 'ada@example.com' } }), idp.key),
    ],
    ['that is not XML', 'one root element', () => 'hello'],
    ['that is not well-formed', 'not well-formed', (id) => signXml(written(id), idp.key).slice(0, -5)],
    ['with two roots', 'not well-formed', (id) => signXml(written(id), idp.key) + written(id)],
    ['that is nested very deeply', 'nested too deeply', () => '<a>'.repeat(1000)],
    [
      'with very many elements',
      'too large',
      (id) => written(id).replace('<samlp:Status>', `${'<a/>'.repeat(7000)}<samlp:Status>`),
    ],
    [
      'with very many attributes',
      'too large',
      (id) =>
        written(id).replace(
          '<samlp:Status>',
          `<samlp:Status ${Array.from({ length: 7000 }, (_, index) => `a${index}=""`).join(' ')}>`,
        ),
    ],
    ['that is very long', 'too large', (id) => written(id, { nameId: 'a'.repeat(300_000) })],
    [
      'that is another SAML message',
      'it is not a SAML response',
      (id) => signXml(written(id), idp.key).replaceAll('samlp:Response', 'samlp:LogoutResponse'),
    ],
  ];
}
