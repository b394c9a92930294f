import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Linux counts process time in hundredths of a second for every program, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

export interface Usage {
  /** User and system time of the process, its ended children and its living descendants. */
  cpuSeconds: number;
  /** Resident memory of the process and its living descendants. */
  residentBytes: number;
}

/** What a running process has used so far, children included. */
export async function readUsage(pid: number): Promise<Usage> {
  const [stat, status, children] = await Promise.all([
    readProc(`${pid}/stat`),
    readProc(`${pid}/status`),
    readChildren(pid),
  ]);
  const resident = parseResidentBytes(status);
  const below = await Promise.all(children.map((child) => readUsage(child).catch(() => undefined)));
  return {
    cpuSeconds: parseCpuSeconds(stat) + sum(below.map((usage) => usage?.cpuSeconds ?? 0)),
    residentBytes: resident + sum(below.map((usage) => usage?.residentBytes ?? 0)),
  };
}

/** Resident memory of one process alone. */
export async function readResidentBytes(pid: number): Promise<number> {
  return parseResidentBytes(await readProc(`${pid}/status`));
}

/** User and system time of one process alone, its threads included. */
export async function readOwnCpuSeconds(pid: number): Promise<number> {
  return sum(cpuFields(await readProc(`${pid}/stat`)).slice(0, 2)) / ticksPerSecond;
}

/** What each thread of a process has used so far, in nanoseconds: for rounds that are too short for hundredths of a second. */
export type ThreadTimes = ReadonlyMap<string, number>;

export async function readThreadTimes(pid: number): Promise<ThreadTimes> {
  requireLinux();
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readProc(`${pid}/task/${thread}/schedstat`).catch(() => '0');
      return [thread, Number(text.split(' ')[0])] as const;
    }),
  );
  return new Map(times);
}

/** Milliseconds of CPU time between two readings. A thread that has ended in between is left out. */
export function millisecondsBetween(before: ThreadTimes, after: ThreadTimes): number {
  return sum([...after].map(([thread, time]) => time - (before.get(thread) ?? 0))) / 1e6;
}

/** The same for its first thread, on which Node runs JavaScript. */
export async function readThreadCpuSeconds(pid: number): Promise<number> {
  return sum(cpuFields(await readProc(`${pid}/task/${pid}/stat`)).slice(0, 2)) / ticksPerSecond;
}

/** The same for the threads that work in the background: file access, compression, password hashes. */
export async function readPoolCpuSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(
    threads.map((thread) => readProc(`${pid}/task/${thread}/stat`).catch(() => '')),
  );
  const pool = stats.filter((stat) => stat.includes('(libuv-worker)'));
  return sum(pool.flatMap((stat) => cpuFields(stat).slice(0, 2))) / ticksPerSecond;
}

/** Memory of a process and its living descendants, with what several of them share counted once (PSS). */
export async function readSharedBytes(pid: number): Promise<number> {
  const rollup = await readProc(`${pid}/smaps_rollup`);
  const own = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
  const below = await Promise.all((await readChildren(pid)).map(readSharedBytes));
  return own + sum(below);
}

/** Runs a command to its end and returns the CPU time of its whole process tree. The shell only waits and adds nothing. */
export async function runCounted(
  command: string[],
  folder: string,
): Promise<{ cpuSeconds: number; seconds: number }> {
  requireLinux();
  const script = '"$@"; code=$?; cat /proc/$$/stat >&3; exit $code';
  const started = performance.now();
  const child = spawn('sh', ['-c', script, 'sh', ...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [output, errors, stat, code] = await Promise.all([
    collect(child.stdio[1]),
    collect(child.stdio[2]),
    collect(child.stdio[3]),
    new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done)),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with code ${code}:\n${output}\n${errors}`);
  return { cpuSeconds: parseCpuSeconds(stat), seconds: (performance.now() - started) / 1000 };
}

function requireLinux(): void {
  if (process.platform === 'linux') return;
  throw new Error('CPU time and memory are read from /proc: run this measurement on Linux.');
}

async function collect(stream: unknown): Promise<string> {
  return stream instanceof Readable ? text(stream) : '';
}

function parseResidentBytes(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

function parseCpuSeconds(stat: string): number {
  return sum(cpuFields(stat)) / ticksPerSecond;
}

/**
 * Ticks: user and system time of the process, then of its ended children. The second field is the program's name in brackets
 * and may hold spaces, so fields are counted after it.
 */
function cpuFields(stat: string): number[] {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

async function readChildren(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readProc(`${pid}/task/${thread}/children`).catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

async function readProc(path: string): Promise<string> {
  requireLinux();
  return readFile(`/proc/${path}`, 'utf8');
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
