import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadCredential } from './api-keys.ts';
import { createKeyRing } from './key-ring.ts';
import { readSecrets } from './secrets.ts';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'porchlight-secrets-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

describe('secrets', () => {
  it('are generated on the first start, stored for the next, and readable by the owner only', async () => {
    const first = await readSecrets({ dataDirectory });
    expect(await readSecrets({ dataDirectory })).toEqual(first);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(first.publishableKey).toMatch(/^sb_publishable_/);
    expect(first.secretKey).toMatch(/^sb_secret_/);
    const file = join(dataDirectory, 'secrets.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDirectory)).toEqual(['secrets.json']);
    expect(await readFile(file, 'utf8')).not.toContain(first.serviceRoleKey);
  });

  it('are the same for all processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => readSecrets({ dataDirectory })));
    expect(new Set(all.map(({ jwtSecret }) => jwtSecret)).size).toBe(1);
  });

  it('are overridden by the environment, each by its name', async () => {
    const environment = {
      JWT_SECRET: 'x'.repeat(40),
      ANON_KEY: 'a',
      SERVICE_ROLE_KEY: 'b',
      PUBLISHABLE_KEY: 'c',
      SECRET_KEY: 'd',
    };
    const { directory: _, ...secrets } = await readSecrets({ dataDirectory, environment });
    expect(Object.values(secrets)).toEqual(['x'.repeat(40), 'a', 'b', 'c', 'd']);
    const { jwtSecret, anonKey } = await readSecrets({ dataDirectory, jwtSecret: 'y'.repeat(40) });
    expect(jwtSecret).toBe('y'.repeat(40));
    expect(createKeyRing({ jwtSecret }).verify(anonKey, Date.now() / 1000)).toMatchObject({ role: 'anon' });
  });

  it('that are damaged or too short stop the start with an error message', async () => {
    await writeFile(join(dataDirectory, 'secrets.json'), '{"jwtSecret":');
    await expect(readSecrets({ dataDirectory })).rejects.toThrow(/secrets\.json is damaged\. Restore it/);
    await rm(join(dataDirectory, 'secrets.json'));
    const environment = { JWT_SECRET: 'short' };
    await expect(readSecrets({ dataDirectory, environment })).rejects.toThrow(/at least 32 characters/);
  });

  it('map to their roles, as tokens and as keys', async () => {
    const secrets = await readSecrets({ dataDirectory });
    const read = createReadCredential(createKeyRing(secrets), secrets);
    const roleOf = (credential: string) => read(credential, Date.now() / 1000).role;
    expect([secrets.anonKey, secrets.publishableKey].map(roleOf)).toEqual(['anon', 'anon']);
    expect([secrets.serviceRoleKey, secrets.secretKey].map(roleOf)).toEqual(['service_role', 'service_role']);
    expect(() => roleOf('sb_secret_x')).toThrow('the API key is not known');
  });
});
