import type { BackendActivity } from '../../backend/create-backend.ts';
import type { Database } from '../../database/database.ts';
import type { ViewTotals } from '../page-views/open-page-views.ts';
import type { PageCacheFigures } from '../pages/page-cache.ts';
import type { MetricFamily, Sample } from './open-metrics-text.ts';
import type { QueuedMessages } from './queued-messages.ts';

/** What the parts of the site count. */
export interface MetricSources {
  readCaches(): Record<string, PageCacheFigures>;
  readViews(): ViewTotals;
  /** Undefined with a hosted project. */
  backend: BackendFigures | undefined;
}

export interface BackendFigures {
  countConnections: Database['countConnections'];
  countQueuedMessages(): Promise<QueuedMessages[]>;
  countRealtime: BackendActivity['countRealtime'];
}

export async function readSiteMetrics({
  readCaches,
  readViews,
  backend,
}: MetricSources): Promise<MetricFamily[]> {
  return [
    ...toViewFamilies(readViews()),
    ...toCacheFamilies(Object.entries(readCaches())),
    ...(backend ? await readBackendFamilies(backend) : []),
  ];
}

function toViewFamilies({ counted, discarded }: ViewTotals): MetricFamily[] {
  return [
    toCounter('porchlight_page_views', 'Counted page views.', [{ value: counted }]),
    toCounter(
      'porchlight_page_views_discarded',
      'Page views that were not counted.',
      Object.entries(discarded).map(([reason, value]) => ({ labels: { reason }, value })),
    ),
  ];
}

function toCacheFamilies(caches: [cache: string, figures: PageCacheFigures][]): MetricFamily[] {
  const toSamples = (name: keyof PageCacheFigures) =>
    caches.map(([cache, figures]) => ({ labels: { cache }, value: figures[name] }));
  return [
    toCounter('porchlight_page_cache_hits', 'Pages answered from the cache.', toSamples('hits')),
    toCounter('porchlight_page_cache_misses', 'Pages that had to be rendered.', toSamples('misses')),
    toGauge('porchlight_page_cache_entries', 'Pages in the cache.', toSamples('entries')),
    toGauge('porchlight_page_cache_bytes', 'Size of the cache.', toSamples('bytes'), 'bytes'),
  ];
}

async function readBackendFamilies(backend: BackendFigures): Promise<MetricFamily[]> {
  const [realtime, queued] = await Promise.all([
    backend.countRealtime(),
    // Without the database the other figures matter the most.
    backend.countQueuedMessages().catch(() => undefined),
  ]);
  return [
    toGauge('porchlight_realtime_sockets', 'Open WebSockets of realtime.', [{ value: realtime.sockets }]),
    toGauge('porchlight_realtime_channels', 'Channels joined by these sockets.', [
      { value: realtime.channels },
    ]),
    ...toConnectionFamilies(backend.countConnections()),
    toGauge('porchlight_database_up', 'Whether the database answered a query of these metrics.', [
      { value: queued ? 1 : 0 },
    ]),
    ...(queued ? toQueueFamilies(queued) : []),
  ];
}

function toConnectionFamilies(logins: ReturnType<BackendFigures['countConnections']>): MetricFamily[] {
  return [
    toGauge(
      'porchlight_database_connections',
      'Connections to the database, by login and state.',
      logins.flatMap(({ login, open, idle }) => [
        { labels: { login, state: 'busy' }, value: open - idle },
        { labels: { login, state: 'idle' }, value: idle },
      ]),
    ),
    toGauge(
      'porchlight_database_connections_max',
      'The most connections that a login may open.',
      logins.map(({ login, max }) => ({ labels: { login }, value: max })),
    ),
    toGauge(
      'porchlight_database_waiting',
      'Statements and transactions that wait for a connection.',
      logins.map(({ login, waiting }) => ({ labels: { login }, value: waiting })),
    ),
  ];
}

function toQueueFamilies(queued: QueuedMessages[]): MetricFamily[] {
  return [
    toGauge(
      'porchlight_message_queue',
      'Mails and text messages that wait to be sent, of all processes.',
      queued.map(({ medium, count }) => ({ labels: { medium }, value: count })),
    ),
    toGauge(
      'porchlight_message_queue_oldest_seconds',
      'The age of the oldest of them.',
      queued.map(({ medium, oldestSeconds }) => ({ labels: { medium }, value: oldestSeconds })),
      'seconds',
    ),
  ];
}

function toCounter(name: string, help: string, samples: Omit<Sample, 'suffix'>[]): MetricFamily {
  return {
    name,
    type: 'counter',
    help,
    samples: samples.map((sample) => ({ ...sample, suffix: '_total' })),
  };
}

function toGauge(name: string, help: string, samples: Sample[], unit?: MetricFamily['unit']): MetricFamily {
  return { name, type: 'gauge', help, samples, ...(unit && { unit }) };
}
