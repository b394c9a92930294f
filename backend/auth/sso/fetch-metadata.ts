import { OutgoingFetchError } from '../../http/outgoing-fetch.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';

/** Reads an identity provider's metadata. */
export async function fetchMetadata(service: AuthService, url: string): Promise<string> {
  const headers = { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8' };
  const answer = await service.outgoing(url, { headers, timeLimitMs: 5000 }).catch((error: unknown) => {
    if (!(error instanceof OutgoingFetchError)) throw error;
    throw failed(`${sentences[error.fault]} fetching SAML Metadata from URL '${url}'`, error);
  });
  if (answer.status !== 200)
    throw failed(`HTTP ${answer.status} error fetching SAML Metadata from URL '${url}'`);
  return answer.text;
}

const sentences: Record<OutgoingFetchError['fault'], string> = {
  refused_address: 'Address refused (not HTTPS, or not on the open internet)',
  unreachable: 'Connection error',
  too_slow: 'Time limit exceeded',
  too_large: 'Size limit exceeded',
  redirect: 'Redirect, which is not followed,',
  compressed: 'Compressed answer, which was not requested,',
};

function failed(message: string, cause?: unknown): ServiceError {
  return new ServiceError('saml_metadata_fetch_failed', 400, message, { cause });
}
