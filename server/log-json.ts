import type { LogFields, LogLines } from './log-lines.ts';
import { isSecretName, redact, redacted } from './redact.ts';

/** Printable ASCII without `"` and `\\`: needs no escaping in JSON. */
const plainText = /^[ !#-[\]-~]*$/;

/** One JSON object per line, for log collectors. */
export function createJsonLines(now: () => number): LogLines {
  let clockMs = -1;
  let clockText = '';

  /** The time is cached, because formatting costs more than the rest of a line and many lines share a millisecond. */
  function time(): string {
    const ms = now();
    if (ms !== clockMs) {
      clockMs = ms;
      clockText = new Date(ms).toISOString();
    }
    return clockText;
  }

  return {
    entry: (level, message, fields) =>
      `${JSON.stringify({ time: time(), level, message, ...fields }, toSafeValue)}\n`,
    // Concatenated, because this runs for every request and JSON.stringify of an object takes several times as long.
    request: (level, path, { method, status, ms, bytes, id, aborted }) =>
      `{"time":"${time()}","level":"${level}","method":"${method}","path":${toJsonText(path)},"status":${status},` +
      `"ms":${Math.round(ms * 100) / 100},"bytes":${bytes},"id":"${id}"${aborted ? ',"aborted":true' : ''}}\n`,
    notice: (message) => `${JSON.stringify({ time: time(), level: 'info', message } satisfies LogFields)}\n`,
  };
}

function toJsonText(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A replacer for JSON.stringify that redacts secrets and expands errors. */
export function toSafeValue(key: string, value: unknown): unknown {
  if (key && isSecretName(key)) return redacted;
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { name, message, stack, ...(cause !== undefined && { cause }) };
  }
  return value;
}
