/** Connections to the database that end at any moment: the process continues, and acknowledged data is there. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openCopiedDatabase } from '../harness/database/shared-server.ts';
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts';
import { startMixedLoad } from './mixed-load.ts';
import { endConnections, type LoadedProcess, startForLoad } from './start-for-load.ts';

const patience = { timeout: 30_000, interval: 100 };

describe('a lost connection to the database', () => {
  let database: Database;
  let proxy: BreakingProxy;
  let backend: LoadedProcess;

  beforeAll(async () => {
    database = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
    proxy = await startBreakingProxy(database.url);
    backend = await startForLoad('backend', proxy.url);
  });
  afterAll(async () => {
    await backend?.stop();
    await proxy?.close();
    await database?.close();
  });

  const answers = async () =>
    (await fetch(`${backend.url}/rest/v1/notes?limit=1`, { headers: { apikey: backend.publicKey } })).status;

  // Accepted, start, password, proof, and then the first statements.
  test.each([
    0, 1, 2, 3, 4, 5, 6,
  ])('does not end the process when it is lost at its step %i', async (step) => {
    proxy.breakAt(step);
    proxy.cut();
    const load = startMixedLoad(backend);
    await expect.poll(() => load.answers.get(503) ?? 0, patience).toBeGreaterThan(5);
    proxy.breakAt(undefined);
    await expect.poll(answers, patience).toBe(200);
    const { missing } = await load.stop(database.sql);
    expect(missing).toEqual([]);
    expect(backend.process.exitCode, backend.output()).toBe(null);
    expect(backend.output()).not.toContain('not handled');
  });

  test('does not end the process under load, and loses nothing that was acknowledged', async () => {
    const load = startMixedLoad(backend);
    for (let round = 0; round < 20; round += 1) {
      await wait(Math.random() * 200);
      await endConnections(database.sql);
    }
    await expect.poll(answers, patience).toBe(200);
    const { acknowledged, missing } = await load.stop(database.sql);
    expect(acknowledged).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(backend.process.exitCode, backend.output()).toBe(null);
    expect(backend.output()).not.toContain('not handled');
  });
});
