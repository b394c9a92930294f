import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The archive of a package, whose path is returned. */
export async function packFolder(folder: string, target: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', target],
    // The name of npm on Windows is that of a script, which only a shell starts.
    { cwd: folder, shell: process.platform === 'win32', maxBuffer: 64 << 20 },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, filename);
}
