import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricFamily } from './open-metrics-text.ts';

export interface ProcessMetrics {
  read(): MetricFamily[];
  close(): void;
}

const resolutionMs = 20;

/** Memory, CPU and event loop, under the names that dashboards for Node know from prom-client. */
export function createProcessMetrics(): ProcessMetrics {
  const lag = monitorEventLoopDelay({ resolution: resolutionMs });
  lag.enable();
  const startedAt = performance.timeOrigin / 1000;
  return {
    read() {
      const { user, system } = process.cpuUsage();
      const memory = process.memoryUsage();
      const families: MetricFamily[] = [
        {
          name: 'process_cpu_seconds',
          type: 'counter',
          unit: 'seconds',
          help: 'CPU time of this process.',
          samples: [{ suffix: '_total', value: (user + system) / 1e6 }],
        },
        toGauge('process_start_time_seconds', 'seconds', 'When this process started.', startedAt),
        toGauge('process_resident_memory_bytes', 'bytes', 'Memory of this process.', memory.rss),
        toGauge('nodejs_heap_size_total_bytes', 'bytes', 'Heap of JavaScript.', memory.heapTotal),
        toGauge('nodejs_heap_size_used_bytes', 'bytes', 'Used heap of JavaScript.', memory.heapUsed),
        toGauge('nodejs_external_memory_bytes', 'bytes', 'Memory outside the heap.', memory.external),
        ...toLagGauges(lag),
      ];
      // The figures are of the time between two readings.
      lag.reset();
      return families;
    },
    close: () => lag.disable(),
  };
}

function toLagGauges(lag: ReturnType<typeof monitorEventLoopDelay>): MetricFamily[] {
  // Without a sample since the last reading, Node says that the mean is not a number.
  const toSeconds = (nanoseconds: number) =>
    lag.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  const help = 'How much later than planned the event loop ran a timer, since the last reading';
  return [
    toGauge('nodejs_eventloop_lag_mean_seconds', 'seconds', `${help}: mean.`, toSeconds(lag.mean)),
    toGauge('nodejs_eventloop_lag_p99_seconds', 'seconds', `${help}: 99 %.`, toSeconds(lag.percentile(99))),
    toGauge('nodejs_eventloop_lag_max_seconds', 'seconds', `${help}: longest.`, toSeconds(lag.max)),
  ];
}

function toGauge(name: string, unit: 'seconds' | 'bytes', help: string, value: number): MetricFamily {
  return { name, type: 'gauge', unit, help, samples: [{ value }] };
}
