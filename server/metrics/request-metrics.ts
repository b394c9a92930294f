import type { AnsweredRequest } from '../../backend/http/http-server.ts';
import { type RouteKind, routeKindOf } from '../route-kind.ts';
import { type MetricFamily, type Sample, writeLimit } from './open-metrics-text.ts';

export interface RequestMetrics {
  /** Runs for every request: it only adds to numbers. */
  record(answered: Pick<AnsweredRequest, 'method' | 'url' | 'status' | 'ms'>): void;
  read(): MetricFamily[];
}

/** A client can send any method, so all others are counted together. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'];
const statusClasses = 6;
/** Upper limits of the buckets. A cached page takes less than the first. */
const limitsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

interface KindFigures {
  /** By method and status class. */
  counts: Float64Array;
  buckets: Float64Array;
  sumMs: number;
}

export function createRequestMetrics(): RequestMetrics {
  const kinds = new Map<RouteKind, KindFigures>();

  function open(kind: RouteKind): KindFigures {
    const figures = {
      counts: new Float64Array(methods.length * statusClasses),
      buckets: new Float64Array(limitsMs.length + 1),
      sumMs: 0,
    };
    kinds.set(kind, figures);
    return figures;
  }

  return {
    record({ method, url, status, ms }) {
      const kind = routeKindOf(url);
      const figures = kinds.get(kind) ?? open(kind);
      const known = methods.indexOf(method);
      const row = known === -1 ? methods.length - 1 : known;
      add(figures.counts, row * statusClasses + Math.floor(status / 100));
      add(figures.buckets, findBucket(ms));
      figures.sumMs += ms;
    },
    read: () => [
      {
        name: 'http_requests',
        type: 'counter',
        help: 'Answered requests.',
        samples: [...kinds].flatMap(([kind, { counts }]) => toCounterSamples(kind, counts)),
      },
      {
        name: 'http_request_duration_seconds',
        type: 'histogram',
        unit: 'seconds',
        help: 'Time from the head of a request to the end of its response.',
        samples: [...kinds].flatMap(([kind, figures]) => toHistogramSamples(kind, figures)),
      },
    ],
  };
}

function add(numbers: Float64Array, index: number): void {
  numbers[index] = (numbers[index] ?? 0) + 1;
}

function findBucket(ms: number): number {
  let bucket = 0;
  for (const limit of limitsMs) {
    if (ms <= limit) return bucket;
    bucket += 1;
  }
  return bucket;
}

function toCounterSamples(kind: RouteKind, counts: Float64Array): Sample[] {
  return methods.flatMap((method, row) =>
    Array.from({ length: statusClasses }, (_, statusClass) => ({
      suffix: '_total' as const,
      labels: { kind, method, status: `${statusClass}xx` },
      value: counts[row * statusClasses + statusClass] ?? 0,
    })).filter(({ value }) => value > 0),
  );
}

function toHistogramSamples(kind: RouteKind, { buckets, sumMs }: KindFigures): Sample[] {
  let total = 0;
  const samples: Sample[] = [...limitsMs, Number.POSITIVE_INFINITY].map((limitMs, bucket) => {
    total += buckets[bucket] ?? 0;
    return { suffix: '_bucket', labels: { kind, le: writeLimit(limitMs / 1000) }, value: total };
  });
  return [
    ...samples,
    { suffix: '_count', labels: { kind }, value: total },
    { suffix: '_sum', labels: { kind }, value: sumMs / 1000 },
  ];
}
