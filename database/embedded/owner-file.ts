import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { DatabaseStartError } from '../errors.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { pidNamespace, startTimeOf } from './process-identity.ts';

/** The process that uses a data folder, and the address of its server. */
export interface Owner {
  pid: number;
  started: string;
  space: string;
  host: string;
  since: string;
  /** The socket folder, or a loopback address. */
  serverHost: string;
  serverPort: number;
  /** The port of 127.0.0.1 on which other programs reach it. */
  openPort?: number;
}

export interface Ownership {
  release(): void;
}

/**
 * Locks the folder for this process. The file of a killed process is recognized and replaced. If two processes ever pass here at once,
 * Postgres still allows only one server on the data.
 */
export async function takeOwnership(
  location: ClusterLocation,
  server: { host: string; port: number; openPort?: number | undefined },
): Promise<Ownership> {
  const mine: Owner = {
    pid: process.pid,
    started: startTimeOf(process.pid) ?? '',
    space: pidNamespace(),
    host: hostname(),
    since: new Date().toISOString(),
    serverHost: server.host,
    serverPort: server.port,
    ...(server.openPort !== undefined && { openPort: server.openPort }),
  };
  const text = JSON.stringify(mine, undefined, 2);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (create(location.ownerFile, text)) return { release: () => removeIfSame(location.ownerFile, text) };
    const found = readText(location.ownerFile);
    const owner = parseOwner(found);
    if (owner && (await isAlive(owner))) throw inUse(location, owner);
    removeIfSame(location.ownerFile, found);
  }
  throw new DatabaseStartError(
    `${location.home} is being opened by several processes at once. Start only one.`,
  );
}

/** The running owner of the folder, if there is one. */
export async function findOwner(location: ClusterLocation): Promise<Owner | undefined> {
  const owner = parseOwner(readText(location.ownerFile));
  return owner && (await isAlive(owner)) ? owner : undefined;
}

/** The content of the owner file, whether or not its process still runs. */
export function readLastOwner(location: ClusterLocation): Owner | undefined {
  return parseOwner(readText(location.ownerFile));
}

function inUse(location: ClusterLocation, owner: Owner): DatabaseStartError {
  return new DatabaseStartError(
    `${location.home} is in use by process ${owner.pid} on ${owner.host}, since ${owner.since}. ` +
      'Stop that process first, or set DATA_DIR to another folder.',
  );
}

/** Created atomically, and only when there is none yet. */
function create(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeIfSame(path: string, text: string | undefined): void {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another process may have taken over between reading and moving: then the file is moved back.
  if (readText(aside) !== text && !existsSync(path)) linkSync(aside, path);
  rmSync(aside, { force: true });
}

async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.space === pidNamespace()) return startTimeOf(owner.pid) === owner.started;
  // Process ids of another container mean nothing here, but its server can be probed if the folder is shared.
  return answers(owner);
}

function answers(owner: Owner): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(
      owner.serverHost.startsWith('/')
        ? { path: `${owner.serverHost}/.s.PGSQL.${owner.serverPort}` }
        : { host: owner.serverHost, port: owner.serverPort },
    );
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => settle(true));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseOwner(text: string | undefined): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const isOwner = (found: unknown): found is Owner =>
      typeof found === 'object' && found !== null && 'pid' in found && typeof found.pid === 'number';
    return isOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
