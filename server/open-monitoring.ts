/** What watches the requests of this process for monitoring systems. Each part is imported only when it is switched on. */
import type { AnsweredRequest } from '../backend/http/http-server.ts';
import type { Log } from './log.ts';
import type { MetricsEndpoint } from './metrics/metrics-endpoint.ts';
import type { EmbeddedBackend } from './open-embedded-backend.ts';
import type { SitePageViews } from './page-views/open-page-views.ts';
import type { Pages } from './pages/create-pages.ts';
import type { Settings } from './settings.ts';

export interface Monitoring {
  /** Called with every answered request. */
  observers: ((answered: AnsweredRequest) => void)[];
  /** For /metrics of the site; undefined if nothing is there. */
  metrics: MetricsEndpoint | undefined;
  close(): Promise<void>;
}

export interface MonitoringOptions {
  settings: Pick<Settings, 'metrics' | 'traces' | 'siteUrl'>;
  pages: Pick<Pages, 'readCaches'>;
  pageViews: Pick<SitePageViews, 'readTotals'>;
  /** Undefined with a hosted project. */
  backend: Pick<EmbeddedBackend, 'figures'> | undefined;
  log: Log;
}

export async function openMonitoring(options: MonitoringOptions): Promise<Monitoring> {
  const metrics = await openMetrics(options);
  const traces = await openTraces(options);
  const parts = [metrics, traces].filter((part) => part !== undefined);
  return {
    observers: parts.map(({ record }) => record),
    metrics: metrics?.endpoint,
    close: async () => void (await Promise.all(parts.map((part) => part.close()))),
  };
}

async function openTraces({ settings: { traces, siteUrl }, log }: MonitoringOptions) {
  if (!traces) return undefined;
  const { openTraces } = await import('./traces/open-traces.ts');
  return openTraces({ settings: traces, siteUrl, log });
}

async function openMetrics({ settings, pages, pageViews, backend, log }: MonitoringOptions) {
  if (!settings.metrics) return undefined;
  const { openMetrics } = await import('./metrics/open-metrics.ts');
  const sources = {
    readCaches: pages.readCaches,
    readViews: pageViews.readTotals,
    backend: backend?.figures,
  };
  return openMetrics(settings.metrics, sources, log);
}
