import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionTarget } from '../connection-target.ts';
import { type Connection, openConnection } from '../driver/connection.ts';
import { noTimeLimits } from '../driver/open-client.ts';

const heardWithinMs = 1000;

/** Whether a notification is heard: a pooler that gives every transaction another session swallows it. */
export async function canListen(target: ConnectionTarget): Promise<boolean> {
  const channel = `porchlight_${randomBytes(6).toString('hex')}`;
  const opened: Connection[] = [];
  const open = async () => {
    const connection = await openConnection(target, noTimeLimits);
    opened.push(connection);
    return connection;
  };
  try {
    const listener = await open();
    const heard = new Promise<boolean>((resolve) => {
      listener.onNotification((name) => {
        if (name === channel) resolve(true);
      });
    });
    await listener.script(`listen ${channel}`);
    await (await open()).script(`select pg_notify('${channel}', '')`);
    return await Promise.race([heard, wait(heardWithinMs, false, { ref: false })]);
  } finally {
    for (const connection of opened) connection.destroy();
  }
}

export const notHeard =
  'The database is behind a pooler, and LISTEN does not work through it: changes by other programs and other processes are not heard at once. ' +
  'Set DIRECT_URL to the server behind the pooler.';

/** Rejects when LISTEN would have no effect. Only a pooler is checked, and once. */
export function createHearingCheck(owner: ConnectionTarget): () => Promise<void> {
  let checked: Promise<boolean> | undefined;
  return async () => {
    if (!owner.pooler.isUsed) return;
    checked ??= canListen(owner).catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    if (!(await checked)) throw new Error(notHeard);
  };
}
