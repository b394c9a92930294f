import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The program of this platform's npm package; undefined when it is not installed. */
export function findDeno(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${denoPackage}/package.json`);
    return join(dirname(manifest), process.platform === 'win32' ? 'deno.exe' : 'deno');
  } catch {
    return undefined;
  }
}

export const denoPackage = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`;
