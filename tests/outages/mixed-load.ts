/** Clients of every service at once that record what was acknowledged. */
import type { Sql } from '../../database/database.ts';

export interface LoadTarget {
  url: string;
  publicKey: string;
  secretKey: string;
}

export interface MixedLoad {
  /** How often each status was answered; 0 stands for a connection that was lost. */
  answers: Map<number, number>;
  /** Ends the load and returns which acknowledged data is missing. */
  stop(sql: Sql): Promise<{ acknowledged: number; missing: string[] }>;
}

/** Created by the backend's own migrations, so that it exists when the load starts. */
export const loadTables = `
  create table public.notes (id uuid primary key, text text not null);
  alter table public.notes enable row level security;
  create policy everybody on public.notes for all using (true) with check (true);
  insert into storage.buckets (id, name) values ('load', 'load');`;

export const loadConfig = `
[auth.rate_limit]
sign_in_sign_ups = 100000000
token_refresh = 100000000
[auth.email]
enable_confirmations = false
`;

const password = 'correct horse battery 9';

export function startMixedLoad({ url, publicKey, secretKey }: LoadTarget): MixedLoad {
  const answers = new Map<number, number>();
  const written = {
    'auth.users': new Set<string>(),
    'public.notes': new Set<string>(),
    files: new Set<string>(),
  };
  let isEnding = false;

  async function send(method: string, path: string, body?: unknown, key = publicKey): Promise<number> {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const status = await fetch(`${url}${path}`, { method, headers, ...text }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    answers.set(status, (answers.get(status) ?? 0) + 1);
    return status;
  }

  const clients: (() => Promise<void>)[] = [
    async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      if ((await send('POST', '/auth/v1/signup', { email, password })) !== 200) return;
      written['auth.users'].add(email);
      await send('POST', '/auth/v1/token?grant_type=password', { email, password });
    },
    async () => {
      const id = crypto.randomUUID();
      if ((await send('POST', '/rest/v1/notes', { id, text: 'x'.repeat(2000) })) === 201)
        written['public.notes'].add(id);
    },
    async () => {
      const name = crypto.randomUUID();
      if ((await send('POST', `/storage/v1/object/load/${name}`, { name }, secretKey)) === 200)
        written.files.add(name);
    },
    async () => void (await send('GET', '/rest/v1/notes?select=id&limit=20')),
    async () => void (await send('GET', '/auth/v1/admin/users?per_page=20', undefined, secretKey)),
    async () => void (await send('POST', '/storage/v1/object/list/load', { prefix: '' }, secretKey)),
  ];
  const running = clients.map(async (client) => {
    while (!isEnding) await client();
  });

  return {
    answers,
    async stop(sql) {
      isEnding = true;
      await Promise.all(running);
      const found = new Set(
        (
          await sql<{ key: string }[]>`
            select email as key from auth.users union all select id::text from public.notes
            union all select name from storage.objects`
        ).map(({ key }) => key),
      );
      const all = Object.values(written).flatMap((keys) => [...keys]);
      return { acknowledged: all.length, missing: all.filter((key) => !found.has(key)) };
    },
  };
}
