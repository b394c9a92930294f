import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { toSaverText } from './saver-text.ts';

const script = join(import.meta.dirname, 'content-saver.ts');

/** Made for one test, with `posts/a.md` in it. */
async function createPlace(): Promise<{ folder: string; posts: string }> {
  const { folder, remove } = await makeFolder();
  onTestFinished(remove);
  const posts = join(folder, 'content', 'posts');
  await mkdir(posts, { recursive: true });
  await writeFile(join(posts, 'a.md'), toSaverText(0));
  return { folder, posts };
}

/** `limit`: of the size of a file that it can write, in blocks of 512 bytes or 1 kB. */
function startSaver(folder: string, { limit = 'unlimited', right = '' } = {}): ChildProcess {
  const command = `ulimit -f ${limit}; exec "$@"`;
  const args = [process.execPath, script, folder, 'posts/a.md', right];
  return spawn('sh', ['-c', command, 'sh', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function* readLines({ stdout }: ChildProcess): AsyncGenerator<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) yield line;
}

/** Lets a process save some times and kills it a moment later. Returns the number of the last save that had returned. */
async function killWhileSaving(folder: string, saves: number): Promise<number> {
  const child = startSaver(folder);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let count = 0;
  let last = 0;
  for await (const line of readLines(child)) {
    last = Number(line);
    count += 1;
    if (count === saves) void delay(Math.random() * 25).then(() => child.kill('SIGKILL'));
  }
  await ended;
  return last;
}

test('a file has its old text or its new one after kill -9 at random moments of 200 saves', async () => {
  const rounds = 40;
  const { folder, posts } = await createPlace();
  let saves = 0;
  let before = 0;
  for (let round = 0; round < rounds; round += 1) {
    const last = await killWhileSaving(folder, 5);
    const text = await readFile(join(posts, 'a.md'), 'utf8');
    const number = Number(/^\d+/.exec(text)?.[0]);
    expect(text === toSaverText(number), `round ${round}: the text of save ${number} is whole`).toBe(true);
    // What has returned is there; what was under way may be.
    expect([last, last + 1]).toContain(number);
    saves += last - before;
    before = number;
  }
  expect(saves).toBeGreaterThanOrEqual(200);
  const left = (await readdir(posts)).filter((name) => name !== 'a.md');
  for (const name of left) expect(name).toMatch(/^\.porchlight-[0-9a-f]{16}\.saving$/);
}, 300_000);

test('a write that the disk refuses is a clear error and leaves nothing', async () => {
  const { folder, posts } = await createPlace();
  const lines = [];
  for await (const line of readLines(startSaver(folder, { limit: '40' }))) lines.push(line);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'disk-full' });
  expect(await readdir(posts)).toEqual(['a.md']);
  expect(await readFile(join(posts, 'a.md'), 'utf8')).toBe(toSaverText(0));
});

test('a folder that cannot be written to is a clear error', async () => {
  const { folder, posts } = await createPlace();
  await mkdir(join(folder, 'data'));
  await chmod(folder, 0o755);
  await chmod(join(folder, 'data'), 0o777);
  await chmod(posts, 0o555);
  const lines = [];
  for await (const line of readLines(startSaver(folder, { right: 'unprivileged' }))) lines.push(line);
  await chmod(posts, 0o755);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    code: 'not-writable',
    message: 'The server may not write to the folder of a.md (EACCES): nothing was saved.',
  });
  expect(await readdir(posts)).toEqual(['a.md']);
  expect(await readFile(join(posts, 'a.md'), 'utf8')).toBe(toSaverText(0));
});
