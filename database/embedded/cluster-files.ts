import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable-files.ts';
import { accessRules, loopback, serverConfiguration } from './server-settings.ts';

/** Files beside the data. They belong to us, and the server's user reads only the configuration and the key of the vault. */
export function clusterFiles(cluster: string) {
  return {
    configuration: join(cluster, 'postgresql.conf'),
    access: join(cluster, 'pg_hba.conf'),
    names: join(cluster, 'pg_ident.conf'),
    password: join(cluster, 'password'),
    vaultKey: join(cluster, 'vault.key'),
    reserve: join(cluster, 'reserve'),
    sockets: join(cluster, 'run'),
  };
}

export function createPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The password of the server's owner; undefined when the file is missing or invalid. */
export async function readPassword(cluster: string): Promise<string | undefined> {
  const text = await readFile(clusterFiles(cluster).password, 'utf8').catch(() => '');
  return /^[\w-]{32}$/.test(text) ? text : undefined;
}

/** Writes the settings if they differ. The server reads them on reload. */
export async function writeSettings(cluster: string, isReadOnly = false): Promise<void> {
  const files = clusterFiles(cluster);
  const readOnly = `\ndefault_transaction_read_only = ${isReadOnly ? 'on' : 'off'}\n`;
  await replace(files.configuration, serverConfiguration + readOnly);
  await replace(files.access, accessRules);
  await replace(files.names, '');
}

async function replace(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeDurably(path, text, { mode: 0o644 });
}

/** The server's arguments: its files, and where it listens. A server on a socket can also listen on loopback, at the same port. */
export function serverArguments(
  cluster: string,
  data: string,
  listen: { host: string; port: number; isOpen?: boolean; preload?: string },
): string[] {
  const files = clusterFiles(cluster);
  const isSocket = listen.host.startsWith('/');
  const settings = {
    config_file: files.configuration,
    hba_file: files.access,
    ident_file: files.names,
    listen_addresses: isSocket && !listen.isOpen ? '' : loopback,
    unix_socket_directories: isSocket ? listen.host : '',
    port: String(listen.port),
    ...(listen.preload !== undefined && { shared_preload_libraries: listen.preload }),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
