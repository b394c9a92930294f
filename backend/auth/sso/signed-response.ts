import type { SamlServiceProvider } from '../service/ports.ts';
import type { IdpMetadata } from './idp-metadata.ts';
import { readSignedAssertion } from './saml-library.ts';
import { namespaces, successStatus } from './saml-names.ts';
import { attributeOf, childrenOf, descendantsOf, parseStrictXml, textOf, XmlError } from './strict-xml.ts';

/** A well-formed response. Nothing in it is trusted yet. */
export interface SamlResponse {
  base64: string;
  issuer: string | undefined;
  inResponseTo: string | undefined;
  destination: string | undefined;
  /** `Success`, or why the provider refused the sign-in. */
  status: string;
  assertion: Element | undefined;
  isResponseSigned: boolean;
  isAssertionSigned: boolean;
}

/**
 * Parses the structure of a response: one assertion in its one place, signatures only where they belong, each id once. Signature
 * wrapping attacks violate one of these rules.
 */
export function parseResponse(base64: string): SamlResponse {
  const text = decode(base64);
  const root = parseStrictXml(text);
  if (root.namespaceURI !== namespaces.protocol || root.localName !== 'Response')
    throw new XmlError('it is not a SAML response');
  if (attributeOf(root, 'Version') !== '2.0') throw new XmlError('it is not of SAML 2.0');
  const [assertion, ...more] = childrenOf(root, namespaces.assertion, 'Assertion');
  const isOnlyAssertion =
    more.length === 0 && descendantsOf(root, 'Assertion').length === (assertion ? 1 : 0);
  if (!isOnlyAssertion) throw new XmlError('it has assertions where none belongs');
  if (descendantsOf(root, 'EncryptedAssertion').length > 0)
    throw new XmlError('encrypted assertions are not accepted');
  const ofResponse = childrenOf(root, namespaces.signature, 'Signature');
  const ofAssertion = assertion ? childrenOf(assertion, namespaces.signature, 'Signature') : [];
  const isInPlace = descendantsOf(root, 'Signature').length === ofResponse.length + ofAssertion.length;
  if (!isInPlace || ofResponse.length > 1 || ofAssertion.length > 1)
    throw new XmlError('it has signatures where none belongs');
  for (const signature of [...ofResponse, ...ofAssertion]) requireStrongAlgorithms(signature);
  requireUniqueIds(root);
  return {
    base64: Buffer.from(text).toString('base64'),
    issuer: findText(root, namespaces.assertion, 'Issuer'),
    inResponseTo: attributeOf(root, 'InResponseTo'),
    destination: attributeOf(root, 'Destination'),
    status: readStatus(root),
    assertion,
    isResponseSigned: ofResponse.length > 0,
    isAssertionSigned: ofAssertion.length > 0,
  };
}

/** The assertion that the provider signed, parsed again from the bytes that the signature covers. */
export async function requireSignedAssertion(
  connection: { sp: SamlServiceProvider; idp: IdpMetadata },
  response: SamlResponse,
): Promise<Element> {
  if (!response.isResponseSigned && !response.isAssertionSigned) throw new XmlError('it is not signed');
  return parseStrictXml(await readSignedAssertion(connection, response));
}

function decode(base64: string): string {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new XmlError('it is not written in Base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch {
    throw new XmlError('it is not valid UTF-8');
  }
}

const algorithms: Record<string, RegExp> = {
  SignatureMethod:
    /^http:\/\/www\.w3\.org\/(2001\/04\/xmldsig-more#rsa-sha(256|512)|2007\/05\/xmldsig-more#sha256-rsa-MGF1)$/,
  DigestMethod: /^http:\/\/www\.w3\.org\/2001\/04\/xmlenc#sha(256|512)$/,
  CanonicalizationMethod:
    /^http:\/\/www\.w3\.org\/(2001\/10\/xml-exc-c14n#|TR\/2001\/REC-xml-c14n-20010315)$/,
  Transform: /^http:\/\/www\.w3\.org\/(2000\/09\/xmldsig#enveloped-signature|2001\/10\/xml-exc-c14n#)$/,
};

/** No SHA-1, and no transform except the two that SAML allows. */
function requireStrongAlgorithms(signature: Element): void {
  for (const [name, allowed] of Object.entries(algorithms)) {
    const found = descendantsOf(signature, name).map((element) => attributeOf(element, 'Algorithm') ?? '');
    const isMissing = found.length === 0 && name !== 'Transform';
    if (isMissing || found.some((algorithm) => !allowed.test(algorithm)))
      throw new XmlError(`its signature uses an algorithm that is not accepted (${name})`);
  }
}

function requireUniqueIds(root: Element): void {
  const seen = new Set<string>();
  for (const element of [root, ...descendantsOf(root, '*')]) {
    for (const name of ['ID', 'Id', 'id']) {
      const id = attributeOf(element, name);
      if (id === undefined) continue;
      if (seen.has(id)) throw new XmlError('two of its elements have the same ID');
      seen.add(id);
    }
  }
}

/** The last parts of the status codes, outermost first: `Responder, AuthnFailed`. */
function readStatus(root: Element): string {
  const codes = descendantsOf(root, 'StatusCode').map((code) => attributeOf(code, 'Value') ?? '');
  if (codes[0] === successStatus) return 'Success';
  const names = codes.map((code) => /[A-Za-z]{1,40}$/.exec(code)?.[0] ?? 'unknown');
  return names.length === 0 ? 'no status' : names.slice(0, 3).join(', ');
}

function findText(parent: Element, namespace: string, name: string): string | undefined {
  const [element] = childrenOf(parent, namespace, name);
  return element === undefined ? undefined : textOf(element).trim();
}
