import { join } from 'node:path';
import { createProgram, type Program } from '../../tests/harness/database/program.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import type { Bench } from '../bench.ts';
import { requirePeer } from '../peers.ts';

const bucket = 'files';
/** The only key that s3rver knows. */
const key = 'S3RVER';

export interface S3Store {
  program: Program;
  /** For the environment of a site. */
  settings: Record<string, string>;
}

/** An S3 server of npm, with its files on disk. */
export async function startS3Store(bench: Bench, folder: string): Promise<S3Store> {
  const peer = await requirePeer(bench, 's3rver');
  const port = await findTestPort();
  const endpoint = `http://127.0.0.1:${port}`;
  const place = ['--directory', join(folder, 's3'), '--address', '127.0.0.1', '--port', String(port)];
  const program = createProgram({
    name: 'S3 server',
    command: process.execPath,
    args: [
      join(peer, 'node_modules', 's3rver', 'bin', 's3rver.js'),
      ...place,
      '--silent',
      '--no-vhost-buckets',
      '--configure-bucket',
      bucket,
    ],
    cwd: folder,
    isReady: async () => (await fetch(endpoint)).status > 0,
    logFile: join(folder, 's3.log'),
  });
  await program.start();
  return {
    program,
    settings: {
      STORAGE_S3_BUCKET: bucket,
      STORAGE_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: key,
    },
  };
}
