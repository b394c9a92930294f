import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What a process has used; undefined when it cannot be told. */
export interface Usage {
  residentBytes: number;
  cpuMs: number;
}

const run = promisify(execFile);
// The unit of CPU times in /proc, the same on all systems that Node has builds for.
const ticksPerSecond = 100;

/** Reads it from Linux, or asks `ps`. */
export async function readUsage(pid: number): Promise<Usage | undefined> {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : await askPs(pid);
  } catch {
    return undefined;
  }
}

function readFromProc(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain anything, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { residentBytes: Number(resident ?? 0) * 1024, cpuMs: (ticks * 1000) / ticksPerSecond };
}

async function askPs(pid: number): Promise<Usage> {
  const { stdout } = await run('ps', ['-o', 'rss=,cputime=', '-p', String(pid)]);
  const [rss = '0', time = '0:00'] = stdout.trim().split(/\s+/);
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { residentBytes: Number(rss) * 1024, cpuMs: seconds * 1000 };
}
