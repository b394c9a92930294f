import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { OutgoingFetchError } from '../../../http/outgoing-fetch.ts';
import { ServiceError } from '../../../http/service-error.ts';
import { optionalText } from '../../service/body-shapes.ts';
import type { AuthRequest } from '../../service/request.ts';
import type { AuthService } from '../../service/service.ts';
import { fetchMetadata } from '../../sso/fetch-metadata.ts';
import { type IdpMetadata, parseIdpMetadata } from '../../sso/idp-metadata.ts';
import { nameIdFormats } from '../../sso/saml-names.ts';

const rule = z.object({
  name: z.string().optional(),
  names: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  array: z.boolean().optional(),
});

const shape = z.object({
  type: optionalText,
  metadata_url: optionalText,
  metadata_xml: optionalText,
  domains: z.array(z.string()).nullish(),
  attribute_mapping: z.object({ keys: z.record(z.string(), rule).nullish() }).nullish(),
  name_id_format: z.string().nullish(),
  resource_id: z.string().nullish(),
  disabled: z.boolean().nullish(),
});

/** A connection in a request body. Undefined members were not given. */
export type ProviderInput = Omit<z.infer<typeof shape>, 'domains'> & { domains: string[] | undefined };

export async function readProviderInput(request: AuthRequest): Promise<ProviderInput> {
  const input = await request.body(shape);
  if (input.metadata_url !== '' && input.metadata_xml !== '')
    throw ServiceError.validationFailed('Only one of metadata_xml or metadata_url needs to be set');
  if (input.metadata_url !== '' && !URL.canParse(input.metadata_url))
    throw ServiceError.validationFailed('metadata_url is not a valid URL');
  const formats: string[] = Object.values(nameIdFormats);
  if (input.name_id_format && !formats.includes(input.name_id_format))
    throw ServiceError.validationFailed(`name_id_format must be unspecified or one of ${formats.join(', ')}`);
  return { ...input, domains: input.domains ? parseDomains(input.domains) : undefined };
}

/** The metadata in the body, or the document at the URL in the body. */
export async function readGivenMetadata(
  service: AuthService,
  input: ProviderInput,
): Promise<{ xml: string; metadata: IdpMetadata } | undefined> {
  if (input.metadata_url === '' && input.metadata_xml === '') return undefined;
  const xml = input.metadata_xml || (await fetchGiven(service, input.metadata_url));
  return { xml, metadata: parseIdpMetadata(xml) };
}

async function fetchGiven(service: AuthService, url: string): Promise<string> {
  try {
    return await fetchMetadata(service, url);
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    const isRefused = cause instanceof OutgoingFetchError && cause.fault === 'refused_address';
    if (isRefused && new URL(url).protocol !== 'https:')
      throw ServiceError.validationFailed('metadata_url is not a HTTPS URL');
    throw error;
  }
}

/** Domains in their stored form, without duplicates. */
function parseDomains(domains: string[]): string[] {
  return [
    ...new Set(
      domains.map((domain) => {
        const ascii = domainToASCII(domain.trim());
        if (ascii !== '' && ascii.length <= 253) return ascii;
        throw ServiceError.validationFailed(`'${domain.slice(0, 100)}' is not a domain`);
      }),
    ),
  ];
}
