import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

/** What only a measurement needs, at exact versions. None of it is a dependency of the site. */
const peers = {
  lighthouse: { lighthouse: '13.5.0' },
  s3rver: { s3rver: '3.7.1' },
  workerd: { workerd: '1.20261110.1' },
  eleventy: { '@11ty/eleventy': '3.1.7', '@11ty/eleventy-plugin-syntaxhighlight': '5.0.2' },
};

/** The folder of an installed peer. Installs on first use, and again when the versions above change. */
export async function requirePeer(bench: Bench, name: keyof typeof peers): Promise<string> {
  const folder = join(bench.peersFolder, name);
  const manifest = `${JSON.stringify({ private: true, dependencies: peers[name] }, null, 2)}\n`;
  const installed = join(folder, 'node_modules', '.installed');
  if ((await readFile(installed, 'utf8').catch(() => '')) === manifest) return folder;

  bench.log(
    `installing ${Object.entries(peers[name])
      .map((pair) => pair.join(' '))
      .join(', ')} …`,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), manifest);
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  await runNpm(bench, ['install', ...options], folder);
  await writeFile(installed, manifest);
  return folder;
}

/** Runs npm in a folder and shows its output only when it fails. */
export async function runNpm(bench: Bench, args: string[], folder: string): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(npm, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], signal: bench.signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`npm ${args[0]} in ${folder} ended with code ${code}:\n${output}`);
}
