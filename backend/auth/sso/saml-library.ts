import { SAML } from '@node-saml/node-saml';
import type { IdpMetadata } from './idp-metadata.ts';
import { nameIdFormats } from './saml-names.ts';
import type { SamlServiceProvider } from './service-provider.ts';

interface Connection {
  us: SamlServiceProvider;
  idp: IdpMetadata;
}

/** The URL at the identity provider that contains our signed request. */
export function createRequestUrl(
  { us, idp }: Connection,
  request: { id: string; relayState: string; nameIdFormat: string | null },
): Promise<string> {
  const saml = new SAML({
    ...known({ us, idp }),
    entryPoint: idp.signInUrl,
    privateKey: us.privateKeyPem,
    signatureAlgorithm: 'sha256',
    identifierFormat: request.nameIdFormat ?? nameIdFormats.persistent,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request.id,
  });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/**
 * The assertion of a response, as exactly the XML that a signature of the provider covers. Every signature that the caller found
 * must be valid. Audience and expiry are checked afterwards, on this XML: see check-assertion.ts.
 */
export async function readSignedAssertion(
  { us, idp }: Connection,
  response: { base64: string; isResponseSigned: boolean; isAssertionSigned: boolean },
): Promise<string> {
  const saml = new SAML({
    ...known({ us, idp }),
    wantAuthnResponseSigned: response.isResponseSigned,
    wantAssertionsSigned: response.isAssertionSigned,
    // The library uses the system clock, and checks less than check-assertion.ts.
    acceptedClockSkewMs: -1,
    audience: false,
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response.base64 });
  const xml = profile?.getAssertionXml?.();
  if (xml === undefined) throw new Error('the response has no assertion');
  return xml;
}

function known({ us, idp }: Connection) {
  return { callbackUrl: us.acsUrl, issuer: us.entityId, idpCert: idp.certificates };
}
