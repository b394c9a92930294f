/**
 * Links that show a page before it is published. Each link is a file in `DATA_DIR/previews`: the page, when it ends, and nothing secret. A
 * link is valid while its file is there and its signature fits, so that another process can take it back at once.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '../../database/durable-files.ts';
import { readRandomSecret } from '../../database/random-secret.ts';
import { isSameKey } from '../mail-page-key.ts';

export interface PreviewLink {
  /** The address of the page. */
  path: string;
  /** Milliseconds. */
  expires: number;
}

export interface PreviewLinks {
  create(path: string, days?: number): Promise<PreviewLink & { token: string }>;
  /** Undefined for a token that was altered, has expired or was revoked. */
  find(token: string): Promise<PreviewLink | undefined>;
  list(): Promise<(PreviewLink & { token: string })[]>;
  /** False: there is no such link. */
  revoke(token: string): Promise<boolean>;
  /** Ends all links, also those whose files were copied elsewhere. */
  revokeAll(): Promise<void>;
}

export const DEFAULT_DAYS = 7;
export const MAX_DAYS = 365;
const dayMs = 24 * 60 * 60 * 1000;
const idForm = /^[\w-]{16}$/;

export function openPreviewLinks(dataFolder: string, now: () => number = Date.now): PreviewLinks {
  const folder = join(dataFolder, 'previews');
  const secretFile = join(dataFolder, 'preview.secret');
  const fileOf = (id: string) => join(folder, `${id}.json`);

  /** The secret is read each time: another process may have replaced it. */
  async function sign(id: string, { path, expires }: PreviewLink): Promise<string> {
    const secret = await readRandomSecret(secretFile);
    const signature = createHmac('sha256', secret).update(JSON.stringify([path, expires, id]));
    return `${id}.${signature.digest('base64url')}`;
  }

  async function read(id: string): Promise<PreviewLink | undefined> {
    const text = idForm.test(id) ? await readIfPresent(fileOf(id)) : undefined;
    const link = text === undefined ? undefined : parseLink(text);
    return link && link.expires > now() ? link : undefined;
  }

  async function listIds(): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.map((name) => name.replace(/\.json$/, '')).filter((id) => idForm.test(id));
  }

  return {
    async create(path, days = DEFAULT_DAYS) {
      for (const id of await listIds()) if (!(await read(id))) await rm(fileOf(id), { force: true });
      const id = randomBytes(12).toString('base64url');
      const link = { path, expires: now() + days * dayMs };
      await writeDurably(fileOf(id), JSON.stringify(link));
      return { ...link, token: await sign(id, link) };
    },
    async find(token) {
      const id = token.split('.', 1)[0] ?? '';
      const link = await read(id);
      return link && isSameKey(token, await sign(id, link)) ? link : undefined;
    },
    async list() {
      const links = await Promise.all(
        (await listIds()).map(async (id) => {
          const link = await read(id);
          return link ? [{ ...link, token: await sign(id, link) }] : [];
        }),
      );
      return links.flat().sort((one, other) => one.expires - other.expires);
    },
    async revoke(token) {
      const id = token.split('.', 1)[0] ?? '';
      if (!(await read(id))) return false;
      await rm(fileOf(id), { force: true });
      return true;
    },
    async revokeAll() {
      await writeDurably(secretFile, `${randomBytes(32).toString('base64url')}\n`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function parseLink(text: string): PreviewLink | undefined {
  try {
    const { path, expires } = JSON.parse(text) as Partial<PreviewLink>;
    return typeof path === 'string' && typeof expires === 'number' ? { path, expires } : undefined;
  } catch {
    return undefined;
  }
}
