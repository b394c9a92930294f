/** Traces: a span of each request for a collector of OpenTelemetry. Imported only when they are switched on. */
import { randomUUID } from 'node:crypto';
import type { AnsweredRequest } from '../../backend/http/http-server.ts';
import type { Log } from '../log.ts';
import type { TracesSettings } from '../traces-settings.ts';
import { type RequestSpan, writeSpans } from './otlp-json.ts';
import { createRandomIds } from './random-ids.ts';
import { createSampler } from './sampler.ts';
import { createSpanQueue, type SpanQueueOptions } from './span-queue.ts';
import { parseTraceParent } from './trace-parent.ts';

export interface Traces {
  record(answered: AnsweredRequest): void;
  close(): Promise<void>;
}

export interface TracesOptions {
  settings: TracesSettings;
  siteUrl: string;
  log: Log;
  limits?: SpanQueueOptions<RequestSpan>['limits'];
}

export function openTraces({ settings, siteUrl, log, limits = {} }: TracesOptions): Traces {
  const { url, headers, serviceName, sampler, ratio } = settings;
  const createId = createRandomIds();
  const isSampled = createSampler(sampler, ratio);
  const resource = { serviceName, instanceId: randomUUID(), scheme: new URL(siteUrl).protocol.slice(0, -1) };
  const queue = createSpanQueue<RequestSpan>({
    url,
    headers,
    write: (spans) => writeSpans(spans, resource),
    log,
    limits,
  });
  return {
    record(answered) {
      const parent = parseTraceParent(answered.traceParent);
      const traceId = parent?.traceId ?? createId(16);
      if (!isSampled(traceId, parent)) return;
      const spanId = createId(8);
      queue.add({ traceId, spanId, parentSpanId: parent?.spanId, answered, endMs: Date.now() });
    },
    close: queue.close,
  };
}
