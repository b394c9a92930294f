/** GET /metrics: the figures of this process, as text in the format of OpenMetrics. Never cached, and made for each reading. */
import { isSameKey } from '../mail-page-key.ts';
import { type MetricFamily, openMetricsType, writeOpenMetrics } from './open-metrics-text.ts';

export const metricsPath = '/metrics';

export interface MetricsEndpointOptions {
  /** What a reader has to send; undefined: anybody who reaches the address may read. */
  token: string | undefined;
  read(): Promise<MetricFamily[]>;
}

export type MetricsEndpoint = (request: Request) => Promise<Response>;

export function createMetricsEndpoint({ token, read }: MetricsEndpointOptions): MetricsEndpoint {
  return async (request) => {
    const [, sent] = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token !== undefined && !isSameKey(sent, token))
      return respond('Send the METRICS_TOKEN of this site as a bearer token.\n', 401, {
        'content-type': 'text/plain; charset=utf-8',
        'www-authenticate': 'Bearer',
      });
    return respond(writeOpenMetrics(await read()), 200, { 'content-type': openMetricsType });
  };
}

function respond(text: string, status: number, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...headers, 'cache-control': 'no-store' } });
}
