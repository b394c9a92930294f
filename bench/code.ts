/**
 * How much code there is, and how much of it a request runs: files and lines of the program (tests and measurements are left out), its
 * longest function, and for three requests the files of which at least one function runs.
 */
import { readFile } from 'node:fs/promises';
import { isTest } from '../tests/architecture/import-rules.ts';
import { parseSource } from '../tests/architecture/parse-source.ts';
import { listFiles, readText } from '../tests/harness/read-tree.ts';
import { get, signIn, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { watchCalledFiles } from './called-files.ts';
import { type Figure, noLimit } from './figure.ts';

export async function measureCode(bench: Bench): Promise<Figure[]> {
  return [...measureSize(bench.siteFolder), ...(await measureRequests(bench))];
}

function measureSize(root: string): Figure[] {
  const files = listFiles(root).filter((file) => /\.(tsx?|js)$/.test(file) && !isTestCode(file));
  const sources = files.map((file) => parseSource(file, readText(file, root)));
  const functions = sources.flatMap((source) => source.functions.map(({ lines }) => lines));
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  return [
    noLimit('code', files.length, 'files'),
    noLimit('code', lines, 'lines'),
    noLimit('longest function', Math.max(...functions), 'lines'),
  ];
}

function isTestCode(file: string): boolean {
  return isTest(file) || /^(tests|bench)\/|\/(testing|durability)\/|(^|\/)test-[\w-]+\.tsx?$/.test(file);
}

async function measureRequests(bench: Bench): Promise<Figure[]> {
  // Vite loads the app's files one by one; a build has them in one bundle.
  const entry = ['--inspect=127.0.0.1:0', 'main.ts', '--dev'];
  const site = await startAuthSite(bench, { entry, environment: { NODE_ENV: 'development' } });
  const { client } = site;
  const address = /ws:\/\/\S+/.exec(await readFile(site.logFile, 'utf8'))?.[0];
  if (address === undefined) throw new Error('Node did not print the address of its inspector.');

  const account = await signUp(client, 'reader@example.com');
  const lists = '/rest/v1/name_lists?select=id,title,name_list_items(name)';
  const articles = ['/posts/guide/writing', '/posts/guide/pictures', '/posts/guide/navigation'];
  const requests: [name: string, send: () => Promise<unknown>][] = [
    ['sign-in with a password', () => signIn(client, account)],
    ['rows with embedded rows', () => get(client, lists, account.accessToken)],
    ['article that was never rendered', () => client.get(articles.shift() ?? '')],
  ];
  // The first requests load what is loaded lazily and fill caches that are not about one page.
  for (const [, send] of requests) for (let turn = 0; turn < 2; turn++) await send();

  const called = await watchCalledFiles(address, bench.siteFolder);
  bench.onClose(async () => called.close());
  const figures: Figure[] = [];
  for (const [name, send] of requests) {
    await called.take();
    await send();
    const files = await called.take();
    for (const file of files) bench.log(`${name}: ${file}`);
    figures.push(noLimit(`files run by: ${name}`, files.length, 'files'));
  }
  return figures;
}
