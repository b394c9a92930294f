import { SAML } from '@node-saml/node-saml';
import type { SamlServiceProvider } from '../service/ports.ts';
import type { IdpMetadata } from './idp-metadata.ts';
import { nameIdFormats } from './saml-names.ts';

interface Connection {
  sp: SamlServiceProvider;
  idp: IdpMetadata;
}

/** The URL at the identity provider that contains our signed request. */
export function createRequestUrl(
  { sp, idp }: Connection,
  request: { id: string; relayState: string; nameIdFormat: string | null },
): Promise<string> {
  const saml = new SAML({
    ...commonOptions({ sp, idp }),
    entryPoint: idp.signInUrl,
    privateKey: sp.privateKeyPem,
    signatureAlgorithm: 'sha256',
    identifierFormat: request.nameIdFormat ?? nameIdFormats.persistent,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request.id,
  });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/**
 * The assertion of a response, as exactly the XML that a signature of the provider covers. Every signature that the caller found
 * must be valid. Audience and expiry are checked afterward, on this XML: see check-assertion.ts.
 */
export async function readSignedAssertion(
  { sp, idp }: Connection,
  response: { base64: string; isResponseSigned: boolean; isAssertionSigned: boolean },
): Promise<string> {
  const saml = new SAML({
    ...commonOptions({ sp, idp }),
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

function commonOptions({ sp, idp }: Connection) {
  return { callbackUrl: sp.acsUrl, issuer: sp.entityId, idpCert: idp.certificates };
}
