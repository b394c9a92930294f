/** For tests: responses written by hand, valid or not, and signed by any key. */
import { SignedXml } from 'xml-crypto';
import { bearerMethod, nameIdFormats, namespaces } from '../../../backend/auth/sso/saml-names.ts';

export interface SigningKey {
  privateKeyPem: string;
  certificate: string;
}

/** The content of a response. Every member has a valid default. */
export interface ResponseOptions {
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string | string[]>;
  sessionEnd?: Date;
  now?: Date;
  notOnOrAfter?: Date;
  assertionId?: string;
  status?: string;
}

export interface ResponseFields extends ResponseOptions {
  entityId: string;
  acsUrl: string;
  audience: string | undefined;
  inResponseTo: string | undefined;
  recipient?: string;
  destination?: string | undefined;
  /** Of the assertion alone. */
  issuer?: string;
}

export function writeAssertion(fields: ResponseFields): { assertion: string; response: string } {
  const now = fields.now ?? new Date();
  const soon = fields.notOnOrAfter ?? new Date(now.getTime() + 5 * 60_000);
  const id = fields.assertionId ?? `_a${crypto.randomUUID()}`;
  const answers = fields.inResponseTo === undefined ? '' : ` InResponseTo="${fields.inResponseTo}"`;
  const destination = 'destination' in fields ? fields.destination : fields.acsUrl;
  const end = fields.sessionEnd ? ` SessionNotOnOrAfter="${fields.sessionEnd.toISOString()}"` : '';
  const times = `NotBefore="${new Date(now.getTime() - 5000).toISOString()}" NotOnOrAfter="${soon.toISOString()}"`;
  const audience = fields.audience
    ? `<saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction>`
    : '';
  const attributes = Object.entries(
    fields.attributes ?? { email: `${fields.nameId ?? 'ada'}@example.com` },
  ).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const assertion = `<saml:Assertion xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${fields.issuer ?? fields.entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${fields.nameIdFormat ?? nameIdFormats.persistent}">${fields.nameId ?? 'ada'}</saml:NameID><saml:SubjectConfirmation Method="${bearerMethod}"><saml:SubjectConfirmationData NotOnOrAfter="${soon.toISOString()}" Recipient="${fields.recipient ?? fields.acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions ${times}>${audience}</saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"${end}/><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
  return { assertion, response: wrapAssertion(fields, assertion, { now, answers, destination }) };
}

function wrapAssertion(
  fields: ResponseFields,
  assertion: string,
  { now, answers, destination }: { now: Date; answers: string; destination: string | undefined },
): string {
  const status = `urn:oasis:names:tc:SAML:2.0:status:${fields.status ?? 'Success'}`;
  const to = destination === undefined ? '' : ` Destination="${destination}"`;
  return `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_r${crypto.randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}"${to}${answers}><saml:Issuer>${fields.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`;
}

interface SigningOptions {
  element?: 'Assertion' | 'Response';
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
}

/** Signs one element of a document, with the signature after the issuer as SAML requires. */
export function signXml(xml: string, key: SigningKey, options: SigningOptions = {}): string {
  const xpath = `//*[local-name(.)='${options.element ?? 'Assertion'}']`;
  const signed = new SignedXml({
    privateKey: key.privateKeyPem,
    publicCert: `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signed.addReference({
    xpath,
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
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
