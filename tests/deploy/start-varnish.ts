/** Varnish with our example, in front of a site: another port, and everything else as it is written. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { followChild } from '../harness/follow-child.ts';
import { readText } from '../harness/read-tree.ts';
import { adapt, waitForPort } from './start-proxies.ts';

export interface VarnishOptions {
  program: string;
  /** For all files of Varnish. */
  folder: string;
  sitePort: number;
  port: number;
}

export interface RunningVarnish {
  url: string;
  stop(): Promise<void>;
}

export async function startVarnish({
  program,
  folder,
  sitePort,
  port,
}: VarnishOptions): Promise<RunningVarnish> {
  const file = join(folder, 'varnish.vcl');
  writeFileSync(file, adapt(readText('deploy/varnish.vcl'), [['.port = "3000"', `.port = "${sitePort}"`]]));
  const args = ['-F', '-f', file, '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-s', 'malloc,64m'];
  // As the guide says: pages are sent with Brotli.
  const own = ['-j', 'none', '-p', 'http_gzip_support=off', '-T', 'none'];
  const child = spawn(program, [...args, ...own], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { printed, ended } = followChild(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await waitForPort(port, child, printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}
