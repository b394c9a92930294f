import { expect, test } from 'vitest';
import { readOpenMetrics } from '../../tests/harness/read-open-metrics.ts';
import { writeOpenMetrics } from './open-metrics-text.ts';
import { createRequestMetrics } from './request-metrics.ts';

test('each duration is in the first bucket that it fits in, and in all longer ones', () => {
  const metrics = createRequestMetrics();
  for (const ms of [0.5, 0.51, 10_000, 10_001]) metrics.record({ method: 'GET', url: '/', status: 200, ms });
  const samples = readOpenMetrics(writeOpenMetrics(metrics.read()));
  const bucket = (limit: string) =>
    samples.get(`http_request_duration_seconds_bucket{kind="page",le="${limit}"}`);
  expect(['0.0005', '0.001', '5.0', '10.0', '+Inf'].map(bucket)).toEqual([1, 2, 2, 3, 4]);
  expect(samples.get('http_request_duration_seconds_sum{kind="page"}')).toBeCloseTo(20.00201);
});

test.each([
  ['/', 'page'],
  ['/posts/a?b=/assets/', 'page'],
  ['/metrics-of-mine', 'page'],
  ['/posts/a/_payload.json?b1', 'payload'],
  ['/_payload.json', 'payload'],
  ['/assets/a.js', 'asset'],
  ['/builds/latest.json', 'asset'],
  ['/pictures/a/b.webp', 'picture'],
  ['/views', 'views'],
  ['/auth/v1/token?grant_type=password', 'auth'],
  ['/rest/v1/', 'rest'],
  ['/storage/v1/object/a', 'storage'],
  ['/functions/v1/hello', 'functions'],
  ['/admin/v1/health', 'admin'],
  ['/admin/health', 'page'],
  ['/healthz', 'health'],
  ['/metrics', 'metrics'],
  ['//other.test/a', 'page'],
  ['*', 'page'],
])('%s is of the kind %s', (url, kind) => {
  const metrics = createRequestMetrics();
  metrics.record({ method: 'GET', url, status: 200, ms: 1 });
  const samples = readOpenMetrics(writeOpenMetrics(metrics.read()));
  expect(samples.get(`http_requests_total{kind="${kind}",method="GET",status="2xx"}`)).toBe(1);
});

test('text in a label or a description is escaped', () => {
  const text = writeOpenMetrics([
    { name: 'a', type: 'gauge', help: 'One\nline', samples: [{ labels: { b: '"\\\n' }, value: 1 }] },
  ]);
  expect(text).toBe('# TYPE a gauge\n# HELP a One\\nline\na{b="\\"\\\\\\n"} 1\n# EOF\n');
});
