/** For tests: responses written by hand, right or wrong, and signed by whatever key. */
import { SignedXml } from 'xml-crypto';
import { bearerMethod, nameIdFormats, namespaces } from './saml-names.ts';

export interface SigningKey {
  privateKeyPem: string;
  certificate: string;
}

/** What a response says. Everything has a value that is right for now. */
export interface ResponseWish {
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string | string[]>;
  sessionEnd?: Date;
  now?: Date;
  notOnOrAfter?: Date;
  assertionId?: string;
  status?: string;
}

export interface ResponseFacts extends ResponseWish {
  entityId: string;
  acsUrl: string;
  audience: string | undefined;
  inResponseTo: string | undefined;
  recipient?: string;
  destination?: string | undefined;
  /** Of the assertion alone. */
  issuer?: string;
}

export function writeAssertion(facts: ResponseFacts): { assertion: string; response: string } {
  const now = facts.now ?? new Date();
  const soon = facts.notOnOrAfter ?? new Date(now.getTime() + 5 * 60_000);
  const id = facts.assertionId ?? `_a${crypto.randomUUID()}`;
  const answers = facts.inResponseTo === undefined ? '' : ` InResponseTo="${facts.inResponseTo}"`;
  const destination = 'destination' in facts ? facts.destination : facts.acsUrl;
  const end = facts.sessionEnd ? ` SessionNotOnOrAfter="${facts.sessionEnd.toISOString()}"` : '';
  const times = `NotBefore="${new Date(now.getTime() - 5000).toISOString()}" NotOnOrAfter="${soon.toISOString()}"`;
  const audience = facts.audience
    ? `<saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction>`
    : '';
  const attributes = Object.entries(
    facts.attributes ?? { email: `${facts.nameId ?? 'ada'}@example.com` },
  ).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const assertion = `<saml:Assertion xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${facts.issuer ?? facts.entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${facts.nameIdFormat ?? nameIdFormats.persistent}">${facts.nameId ?? 'ada'}</saml:NameID><saml:SubjectConfirmation Method="${bearerMethod}"><saml:SubjectConfirmationData NotOnOrAfter="${soon.toISOString()}" Recipient="${facts.recipient ?? facts.acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions ${times}>${audience}</saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"${end}/><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
  return { assertion, response: wrapAssertion(facts, assertion, { now, answers, destination }) };
}

function wrapAssertion(
  facts: ResponseFacts,
  assertion: string,
  { now, answers, destination }: { now: Date; answers: string; destination: string | undefined },
): string {
  const status = `urn:oasis:names:tc:SAML:2.0:status:${facts.status ?? 'Success'}`;
  const to = destination === undefined ? '' : ` Destination="${destination}"`;
  return `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_r${crypto.randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}"${to}${answers}><saml:Issuer>${facts.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`;
}

interface SigningWish {
  element?: 'Assertion' | 'Response';
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
}

/** Signs one element of a document, with its signature behind the issuer as SAML wants it. */
export function signXml(xml: string, key: SigningKey, wish: SigningWish = {}): string {
  const xpath = `//*[local-name(.)='${wish.element ?? 'Assertion'}']`;
  const signed = new SignedXml({
    privateKey: key.privateKeyPem,
    publicCert: `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: wish.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signed.addReference({
    xpath,
    digestAlgorithm: wish.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  const reference = `${xpath}/*[local-name(.)='Issuer']`;
  signed.computeSignature(xml, { location: { reference, action: 'after' } });
  return signed.getSignedXml();
}

export function toForm(xml: string, relayState = ''): { SAMLResponse: string; RelayState: string } {
  return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState };
}
