import { escapeHtml } from '../../http/escape-html.ts';
import type { Endpoint } from '../service/request.ts';
import { requireSaml } from './require-saml.ts';
import { bindings, nameIdFormats, namespaces } from './saml-names.ts';

/** GET /sso/saml/metadata: our service provider metadata. With `?download=true` as a file that stays valid for five years. */
export const samlMetadata: Endpoint = async (request, service) => {
  const sp = requireSaml(service);
  const isDownload = request.query.get('download') === 'true';
  const isChanging = sp.certificates.length > 1;
  const validUntil = new Date(service.clock.now());
  validUntil.setUTCFullYear(validUntil.getUTCFullYear() + 5);
  const attributes = [
    `xmlns="${namespaces.metadata}"`,
    `entityID="${escapeHtml(sp.entityId)}"`,
    ...(isDownload ? [`validUntil="${validUntil.toISOString()}"`] : []),
    // While the next key is announced, providers should read the metadata often.
    ...(isChanging ? ['cacheDuration="PT1H"'] : []),
  ];
  const keys = sp.certificates.map(
    (certificate) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  const formats = [nameIdFormats.email, nameIdFormats.persistent].map(
    (format) => `<NameIDFormat>${format}</NameIDFormat>`,
  );
  const consumer = `<AssertionConsumerService Binding="${bindings.post}" Location="${escapeHtml(sp.acsUrl)}" index="1" isDefault="true"/>`;
  const descriptor = `<SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" WantAssertionsSigned="true">${keys.join('')}${formats.join('')}${consumer}</SPSSODescriptor>`;
  return new Response(`<EntityDescriptor ${attributes.join(' ')}>${descriptor}</EntityDescriptor>`, {
    headers: {
      'Content-Type': 'application/xml',
      'Cache-Control': `public, max-age=${isChanging ? 60 : 600}`,
      ...(isDownload ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' } : {}),
    },
  });
};
