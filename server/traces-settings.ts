/** The values of OpenTelemetry's own variables. */

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplerNames)[number];

export interface TracesSettings {
  /** Where spans are sent. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: SamplerName;
  /** For the samplers that send a share of the traces. */
  ratio: number;
}

/** The whole address, as `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` has it. */
export function parseTracesUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error('must look like http://localhost:4318');
  // Not printed, because it contains a password.
  if (url.username || url.password)
    throw new Error('must not hold a user name or password; set OTEL_EXPORTER_OTLP_HEADERS');
  return url.href;
}

/** The address of all signals, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it. */
export function parseCollectorUrl(text: string): string {
  return `${parseTracesUrl(text).replace(/\/+$/, '')}/v1/traces`;
}

/** `api-key=abc,tenant=one`, with encoded values. */
export function parseHeaders(text: string): Record<string, string> {
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair.trim()) ?? [];
      return [name.trim(), decodeURIComponent(value.trim())] as const;
    });
    return Object.fromEntries(new Headers(Object.fromEntries(pairs)));
  } catch {
    // Not printed, because they contain secrets.
    throw new Error('must look like api-key=abc,tenant=one');
  }
}

export function parseSampler(text: string): SamplerName {
  const sampler = samplerNames.find((name) => name === text);
  if (sampler === undefined) throw new Error(`must be one of ${samplerNames.join(', ')}, got "${text}"`);
  return sampler;
}

export function parseRatio(text: string): number {
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error(`must be a number from 0 to 1, got "${text}"`);
  return ratio;
}
