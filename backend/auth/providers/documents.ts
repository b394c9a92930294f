import type { z } from 'zod';
import type { Log } from '../../../database/log.ts';
import type { OutgoingFetch } from '../../http/outgoing-fetch.ts';
import type { Clock } from '../service/ports.ts';
import type { Discovery, Documents } from '../service/provider-documents.ts';
import { createDocumentCache } from './document-cache.ts';
import { parseProviderJson } from './json-members.ts';
import { ProviderFault } from './provider-fault.ts';

export function createDocuments(options: { outgoing: OutgoingFetch; clock: Clock; log: Log }): Documents {
  const { outgoing } = options;
  const shared = { ...options, staleSeconds: 86_400 };
  const discoveries = createDocumentCache({
    ...shared,
    freshSeconds: 3600,
    pauseSeconds: 60,
    // Cached by URL and issuer: a document that names another issuer is a fault, and never replaces a good one.
    fetchDocument: (key) => fetchDiscovery(outgoing, key),
  });
  const keySets = createDocumentCache({
    ...shared,
    freshSeconds: 600,
    // Shorter, because a provider may just have rotated its keys.
    pauseSeconds: 10,
    fetchDocument: async (address) => fetchShape(outgoing, address, (await loadShapes()).keysShape),
  });
  return {
    discovery: (issuer, address) => discoveries.read(discoveryKey(issuer, address)),
    discoveryNow: (issuer, address) => fetchDiscovery(outgoing, discoveryKey(issuer, address)),
    keys: (address, options) => keySets.read(address, options),
    forgetDiscovery: (issuer, address) => discoveries.forget(discoveryKey(issuer, address)),
  };
}

/** Imported at the first document, because most sites have no providers. */
function loadShapes() {
  return import('./document-shapes.ts');
}

function discoveryKey(
  issuer: string,
  address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
) {
  return `${address} ${issuer}`;
}

/** A document that could name another issuer could sign in every user of that issuer. */
async function fetchDiscovery(outgoing: OutgoingFetch, key: string): Promise<Discovery> {
  const [address = '', issuer] = key.split(' ', 2);
  const { discoveryShape } = await loadShapes();
  const document = await fetchShape(outgoing, address, discoveryShape);
  if (document.issuer === issuer) return document;
  throw new ProviderFault(`${address} says that its issuer is "${document.issuer}", not "${issuer}".`);
}

async function fetchShape<T>(outgoing: OutgoingFetch, address: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await outgoing(address, { timeLimitMs: 5000, maximumBytes: 512 * 1024 });
  if (answer.status !== 200) throw new ProviderFault(`${address} answered with status ${answer.status}.`);
  let value: unknown;
  try {
    value = parseProviderJson(answer.text);
  } catch (error) {
    throw new ProviderFault(`${address} did not answer with JSON.`, error);
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ProviderFault(`${address} is not valid: ${issue?.path.join('.')} ${issue?.message}.`);
}
