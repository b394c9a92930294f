import { existsSync } from 'node:fs';
import { chown, copyFile } from 'node:fs/promises';
import { readRandomSecret } from '../random-secret.ts';
import { clusterFiles } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';

/** Makes the key of the vault, unless it exists. The server reads it: see database/extensions/vault.sql. */
export async function prepareVaultKey({ cluster, runAs }: ClusterLocation): Promise<void> {
  const file = clusterFiles(cluster).vaultKey;
  await readRandomSecret(file);
  if (runAs) await chown(file, runAs.uid, runAs.gid);
}

/** For backups. A cluster of an older version has no key, and gets one when it is started. */
export async function copyVaultKey(from: string, to: string): Promise<void> {
  const { vaultKey } = clusterFiles(from);
  if (existsSync(vaultKey)) await copyFile(vaultKey, clusterFiles(to).vaultKey);
}
