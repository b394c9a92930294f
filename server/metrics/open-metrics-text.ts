/** The text format of OpenMetrics 1.0, which Prometheus and its relatives read. */

export interface MetricFamily {
  /** Without the suffix of a counter: `http_requests`. Ends with the unit, if there is one. */
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  unit?: 'seconds' | 'bytes';
  help: string;
  samples: Sample[];
}

export interface Sample {
  /** `_total` of a counter; `_bucket`, `_count` and `_sum` of a histogram. */
  suffix?: '_total' | '_bucket' | '_count' | '_sum';
  labels?: Record<string, string>;
  value: number;
}

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export function writeOpenMetrics(families: readonly MetricFamily[]): string {
  return `${families.flatMap(writeFamily).join('\n')}\n# EOF\n`;
}

function writeFamily({ name, type, unit, help, samples }: MetricFamily): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escapeText(help)}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`,
    ),
  ];
}

function writeLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** The upper limit of a bucket, as the format wants it: 1 is written `1.0`. */
export function writeLimit(limit: number): string {
  if (limit === Number.POSITIVE_INFINITY) return '+Inf';
  return Number.isInteger(limit) ? `${limit}.0` : String(limit);
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
