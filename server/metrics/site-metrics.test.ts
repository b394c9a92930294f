import { expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/harness/auth/open-test-database.ts';
import { readOpenMetrics } from '../../tests/harness/read-open-metrics.ts';
import { writeOpenMetrics } from './open-metrics-text.ts';
import { countQueuedMessages } from './queued-messages.ts';
import { readSiteMetrics } from './site-metrics.ts';

const readCaches = () => ({});
const readViews = () => ({ counted: 7, discarded: {} });

test('without the database the other figures are there', async () => {
  const database = await openTestDatabase();
  const read = async () => {
    const backend = {
      countConnections: database.countConnections,
      countQueuedMessages: () => countQueuedMessages(database.auth),
      countRealtime: async () => ({ sockets: 2, channels: 3 }),
    };
    const families = await readSiteMetrics({ readCaches, readViews, backend });
    return Object.fromEntries(readOpenMetrics(writeOpenMetrics(families)));
  };
  expect(await read()).toMatchObject({
    porchlight_database_up: 1,
    'porchlight_message_queue{medium="mail"}': 0,
  });
  await database.close();
  const samples = await read();
  expect(samples).toMatchObject({ porchlight_database_up: 0, porchlight_realtime_channels: 3 });
  expect(samples).not.toHaveProperty('porchlight_message_queue{medium="mail"}');
});

test('with a hosted project there are only the figures of the site', async () => {
  const families = await readSiteMetrics({ readCaches, readViews, backend: undefined });
  const samples = readOpenMetrics(writeOpenMetrics(families));
  expect([...samples]).toEqual([['porchlight_page_views_total', 7]]);
});
