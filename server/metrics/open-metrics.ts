/** Metrics of this process, at /metrics of the site or on an address of their own. Imported only when they are switched on. */
import { createHttpServer } from '../../backend/http/http-server.ts';
import { bindPort, metricsSettings } from '../bind-port.ts';
import type { Log } from '../log.ts';
import type { MetricsSettings } from '../settings.ts';
import { createMetricsEndpoint, type MetricsEndpoint, metricsPath } from './metrics-endpoint.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts';
import { type MetricSources, readSiteMetrics } from './site-metrics.ts';

export interface Metrics {
  record: RequestMetrics['record'];
  /** For the site's own address; undefined if the metrics have one of their own. */
  endpoint: MetricsEndpoint | undefined;
  close(): Promise<void>;
}

export async function openMetrics(
  { token, address }: MetricsSettings,
  sources: MetricSources,
  log: Log,
): Promise<Metrics> {
  const requests = createRequestMetrics();
  const ofProcess = createProcessMetrics();
  const endpoint = createMetricsEndpoint({
    token,
    read: async () => [...requests.read(), ...ofProcess.read(), ...(await readSiteMetrics(sources))],
  });
  const listening = address && (await listenOn(address, endpoint));
  if (listening) log.info(`Metrics are on ${listening.url}`);
  return {
    record: requests.record,
    endpoint: listening ? undefined : endpoint,
    async close() {
      ofProcess.close();
      await listening?.close();
    },
  };
}

async function listenOn({ host, port }: NonNullable<MetricsSettings['address']>, endpoint: MetricsEndpoint) {
  const { server, close } = createHttpServer({
    async fetch(request) {
      const isMetrics = new URL(request.url).pathname === metricsPath;
      return isMetrics ? endpoint(request) : new Response(`Only ${metricsPath} is here.\n`, { status: 404 });
    },
  });
  const bound = await bindPort(server, host, port, metricsSettings);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}${metricsPath}`,
    close: () => close(bound.stop()),
  };
}
