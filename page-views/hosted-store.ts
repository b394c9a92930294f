import { createHash } from 'node:crypto';
import type { ViewStore } from './view-store.ts';

export interface HostedStoreOptions {
  /** The project's URL. */
  url: string;
  /** Its public key. It is not secret, so each call also has the site's own key. */
  publicKey: string;
  siteKey: string;
  fetch?: typeof fetch;
}

const timeoutMs = 10_000;

/** Stores views in a hosted project, through the functions of supabase/migrations. Its owner authorizes the site once: see `digestOf`. */
export function createHostedStore(options: HostedStoreOptions): ViewStore {
  const { url, publicKey, siteKey, fetch: send = fetch } = options;

  async function call(name: string, given: Record<string, unknown>): Promise<unknown> {
    const response = await send(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: publicKey,
        // A publishable key is not a token; the older anon key is one.
        ...(publicKey.startsWith('sb_') ? {} : { authorization: `Bearer ${publicKey}` }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ site_key: siteKey, ...given }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(explain(response.status, text, siteKey));
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    async readSalt(day) {
      const salt = await call('page_view_salt', { wanted: day });
      if (typeof salt !== 'string') throw new Error('The project gave no salt for page views.');
      return salt;
    },
    async record(batch) {
      await call('write_page_views', { batch });
    },
    async count(paths) {
      const counts = await call('count_page_views', { paths });
      return typeof counts === 'object' && counts !== null ? Object.fromEntries(Object.entries(counts)) : {};
    },
  };
}

/** The value that the project's owner allows: the key itself never leaves the site. */
export function digestOf(siteKey: string): string {
  return createHash('sha256').update(siteKey).digest('hex');
}

function explain(status: number, text: string, siteKey: string): string {
  if (status === 404)
    return 'The project does not know page views yet, or not those of this version. Apply the site’s migrations: supabase db push.';
  if (status === 401 || status === 403) {
    return `The project does not take page views from this site yet. Run this once in its SQL editor: select site.allow_page_views('${digestOf(siteKey)}');`;
  }
  return `The project answered ${status}: ${text.slice(0, 200)}`;
}
