import { join } from 'node:path';
import { createProgram, type Program } from '../../tests/harness/database/program.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import type { Bench } from '../bench.ts';
import { keys } from './site-settings.ts';

export interface Site {
  port: number;
  program: Program;
}

/** Processes of the site that differ in nothing but their port and data folder, as on machines of their own. Not started yet. */
export async function createSites(
  bench: Bench,
  folder: string,
  options: { count: number; environment: Record<string, string> },
): Promise<Site[]> {
  const sites: Site[] = [];
  for (let number = 1; number <= options.count; number += 1) {
    const port = await findTestPort();
    const name = `site ${number}`;
    const program = createProgram({
      name,
      command: process.execPath,
      args: ['porchlight.js', 'start'],
      cwd: bench.siteFolder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, name.replace(' ', '-')),
        CONTENT_DIR: join(bench.siteFolder, 'content'),
        LOG_REQUESTS: 'off',
        LOG_FORMAT: 'text',
        TRUST_PROXY: '1',
        PUBLISHABLE_KEY: keys.publicKey,
        SECRET_KEY: keys.secretKey,
        JWT_SECRET: keys.jwtSecret,
        PAGE_VIEW_SECRET: keys.pageViewSecret,
        ...options.environment,
      },
      isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
      logFile: join(folder, `${name.replace(' ', '-')}.log`),
    });
    sites.push({ port, program });
  }
  return sites;
}
