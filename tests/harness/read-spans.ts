/** For tests: the spans in requests of OTLP in JSON. */
import type { ReceivedRequest } from './webhooks/start-receiver.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string };
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string | undefined>;
  status: { code?: number };
}

export function readSpans(requests: readonly Pick<ReceivedRequest, 'body'>[]): ReceivedSpan[] {
  return requests.flatMap(({ body }) => {
    const { resourceSpans }: OtlpRequest = JSON.parse(body);
    return resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: toRecord([...resource.attributes, ...span.attributes]),
        })),
      ),
    );
  });
}

function toRecord(attributes: Attribute[]): Record<string, string | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
