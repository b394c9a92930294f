import type { AnsweredRequest } from '../../backend/http/http-server.ts';

/** Who has called us, by the header of W3C Trace Context. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Undefined for a header that is missing or wrong: the request then begins a trace of its own. */
export function parseTraceParent(header: AnsweredRequest['traceParent']): TraceParent | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = pattern.exec(header) ?? [];
  // A later version may have more parts.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
