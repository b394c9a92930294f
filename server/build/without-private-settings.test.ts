import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutPrivateSettings } from './without-private-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-config-'));
  const config = `const site: object = {
    title: 'Mine', owners: ['me@example.com'], pageViews: { counter: 'own', ignoredAddresses: ['192.0.2.7'] } };
    export default site;`;
  await writeFile(join(folder, 'site.config.ts'), config);
  await writeFile(join(folder, 'entry.ts'), `export { default } from './site.config.ts';`);
});
afterAll(() => rm(folder, { recursive: true }));

async function buildFor(consumer: 'browser' | 'server'): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutPrivateSettings(folder)],
    build: {
      write: false,
      ssr: consumer === 'server',
      rolldownOptions: { input: join(folder, 'entry.ts'), preserveEntrySignatures: 'exports-only' },
    },
  });
  return JSON.stringify(result);
}

test.each([
  'browser',
  'server',
] as const)('owners and ignored addresses are not built for the %s', async (consumer) => {
  const code = await buildFor(consumer);
  expect(code).toContain('Mine');
  expect(code).not.toContain('me@example.com');
  expect(code).not.toContain('192.0.2.7');
});
