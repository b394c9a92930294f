import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface System {
  platform: NodeJS.Platform;
  arch: string;
  /** Linux with another C library than Deno's builds need, such as Alpine. */
  isMusl: boolean;
}

/** The program of this system's npm package. Throws an error that says what to do when there is none. */
export function findDeno(system: System = thisSystem()): string {
  const { platform, arch, isMusl } = system;
  if (platform === 'win32')
    throw new Error(
      'Functions do not run on Windows, where Deno has no Unix sockets. Start the site in WSL.',
    );
  if (isMusl)
    throw new Error('Functions do not run on Alpine, which Deno has no build for. Use an image with Debian.');
  const name = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'deno');
  } catch {
    throw new Error(`Deno is not installed. Run npm ci without --omit=optional: it brings ${name}.`);
  }
}

function thisSystem(): System {
  const { platform, arch } = process;
  const isMusl = platform === 'linux' && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
  return { platform, arch, isMusl };
}
