import { X509Certificate } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import { bindings, namespaces } from './saml-names.ts';
import { attributeOf, childrenOf, descendantsOf, parseStrictXml, textOf, XmlError } from './strict-xml.ts';

/** The part of an identity provider's metadata that we need. */
export interface IdpMetadata {
  entityId: string;
  /** The URL of its sign-in page. */
  signInUrl: string;
  /** Certificates whose keys may sign, in Base64. */
  certificates: string[];
  validUntil: Date | undefined;
  /** How long the document may be cached, in seconds. */
  cacheSeconds: number | undefined;
}

/** Parses a metadata document. Faults are reported to the admin who gave it. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  try {
    return readEntity(findEntity(parseStrictXml(xml)));
  } catch (error) {
    if (error instanceof XmlError)
      throw ServiceError.validationFailed(`SAML Metadata cannot be read: ${error.message}`);
    throw error;
  }
}

/** Some providers wrap their one entity in a list. */
function findEntity(root: Element): Element {
  if (root.namespaceURI !== namespaces.metadata)
    throw ServiceError.validationFailed('SAML Metadata has an unknown namespace');
  if (root.localName === 'EntityDescriptor') return root;
  const providers = childrenOf(root, namespaces.metadata, 'EntityDescriptor').filter(
    (entity) => childrenOf(entity, namespaces.metadata, 'IDPSSODescriptor').length > 0,
  );
  const [entity] = providers;
  if (root.localName !== 'EntitiesDescriptor' || entity === undefined || providers.length > 1)
    throw ServiceError.validationFailed('SAML Metadata must describe exactly one identity provider');
  return entity;
}

function readEntity(entity: Element): IdpMetadata {
  const entityId = attributeOf(entity, 'entityID') ?? '';
  if (entityId === '') throw ServiceError.validationFailed('SAML Metadata does not contain an EntityID');
  const [provider, ...others] = childrenOf(entity, namespaces.metadata, 'IDPSSODescriptor');
  if (provider === undefined)
    throw ServiceError.validationFailed('SAML Metadata does not contain any IDPSSODescriptor');
  if (others.length > 0)
    throw ServiceError.validationFailed('SAML Metadata contains multiple IDPSSODescriptors');
  return {
    entityId,
    signInUrl: readSignInUrl(provider),
    certificates: readCertificates(provider),
    validUntil: toDate(attributeOf(entity, 'validUntil')),
    cacheSeconds: parseXmlDuration(attributeOf(entity, 'cacheDuration')),
  };
}

function readSignInUrl(provider: Element): string {
  const service = childrenOf(provider, namespaces.metadata, 'SingleSignOnService').find(
    (candidate) => attributeOf(candidate, 'Binding') === bindings.redirect,
  );
  if (service === undefined)
    throw ServiceError.validationFailed(
      'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
    );
  const url = URL.parse(attributeOf(service, 'Location') ?? '');
  if (url === null || !/^https?:$/.test(url.protocol))
    throw ServiceError.validationFailed(
      'SAML Metadata: the Location of the SingleSignOnService is not a web address',
    );
  return url.href;
}

/** RSA with at least 2048 bits. SAML ignores a certificate's own dates: the metadata decides whether it is valid. */
function readCertificates(provider: Element): string[] {
  const certificates = childrenOf(provider, namespaces.metadata, 'KeyDescriptor')
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? 'signing') === 'signing')
    .flatMap((descriptor) => descendantsOf(descriptor, 'X509Certificate'))
    .map((element) => textOf(element).replace(/\s+/g, ''))
    .filter(isUsable);
  if (certificates.length === 0)
    throw ServiceError.validationFailed(
      'SAML Metadata does not contain an RSA certificate of at least 2048 bits for signing',
    );
  return certificates;
}

function isUsable(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return publicKey.asymmetricKeyType === 'rsa' && bits >= 2048;
  } catch {
    return false;
  }
}

function toDate(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** Seconds of an XML duration such as `P1D` or `PT6H30M`; a month counts as thirty days. */
export function parseXmlDuration(text: string | undefined): number | undefined {
  const form = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;
  const match = form.exec(text ?? '');
  if (match === null) return undefined;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((years * 365 + months * 30 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
}
