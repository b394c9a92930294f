/** Spans in the JSON of OTLP 1, which collectors of OpenTelemetry read. Names of attributes are OpenTelemetry's, where it has one. */
import type { AnsweredRequest } from '../../backend/http/http-server.ts';
import { routeKindOf } from '../route-kind.ts';

/** A request that was answered, with its place in a trace. */
export interface RequestSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  answered: AnsweredRequest;
  /** When it was answered, in milliseconds since 1970. */
  endMs: number;
}

export interface Resource {
  serviceName: string;
  instanceId: string;
  /** http or https, as visitors see the site. */
  scheme: string;
}

const serverKind = 2;
const errorCode = 2;
const maxPathLength = 256;
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function writeSpans(spans: readonly RequestSpan[], resource: Resource): string {
  const { serviceName, instanceId, scheme } = resource;
  const attributes = toAttributes({ 'service.name': serviceName, 'service.instance.id': instanceId });
  const scopeSpans = [{ scope: { name: 'porchlight' }, spans: spans.map((span) => toSpan(span, scheme)) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] });
}

function toSpan({ traceId, spanId, parentSpanId, answered, endMs }: RequestSpan, scheme: string): object {
  const { url, status, ms, id } = answered;
  const method = knownMethods.includes(answered.method) ? answered.method : '_OTHER';
  const kind = routeKindOf(url);
  const isError = status >= 500;
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name: `${method} ${kind}`,
    kind: serverKind,
    startTimeUnixNano: toNanoseconds(endMs - ms),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toAttributes({
      'http.request.method': method,
      'http.response.status_code': status,
      'url.path': toPath(url),
      'url.scheme': scheme,
      'porchlight.route_kind': kind,
      'porchlight.request_id': id,
      ...(isError && { 'error.type': String(status) }),
    }),
    status: isError ? { code: errorCode } : {},
  };
}

/** As in the log, a query is left out: it may hold secrets. */
function toPath(url: string): string {
  return url.split('?', 1).join('').slice(0, maxPathLength);
}

function toAttributes(values: Record<string, string | number>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** A text, because the number is longer than JSON's numbers are exact. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}
