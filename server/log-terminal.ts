import { inspect, styleText } from 'node:util';
import { toSafeValue } from './log-json.ts';
import type { LogFields, LogLines } from './log-lines.ts';
import { redact } from './redact.ts';

/** A path comes from a visitor: terminal control characters are shown as codes. */
const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

type Color = 'green' | 'cyan' | 'yellow' | 'red' | 'dim';

/** By the first digit of the status. */
const statusColors: Record<number, Color> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' };

/** Short lines for people; errors with all details. */
export function createTerminalLines(now: () => number, hasColors: boolean): LogLines {
  const clock = () => new Date(now()).toTimeString().slice(0, 8);
  const paint = (color: Color, text: string) =>
    hasColors ? styleText(color, text, { validateStream: false }) : text;

  return {
    entry(level, message, fields) {
      if (level === 'info') return `${redact(message)}\n`;
      const sign = level === 'warn' ? paint('yellow', 'warning:') : paint('red', 'error:');
      return `${sign} ${redact(message)}${describe(fields)}\n`;
    },
    request(_level, path, { method, status, ms, aborted }) {
      const color = statusColors[Math.floor(status / 100)] ?? 'dim';
      const duration = `(${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms${aborted ? ', aborted' : ''})`;
      return `${paint('dim', clock())}  ${paint(color, String(status))} ${method} ${toVisible(path)} ${paint('dim', duration)}\n`;
    },
    notice: (message) => `${message}\n`,
  };
}

function toVisible(text: string): string {
  return text.replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Each field on its own line; errors with their stacks. */
function describe(fields: LogFields = {}): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = value instanceof Error ? inspect(value) : toText(name, value);
    return redact(`${name}: ${text}`).split('\n');
  });
  return lines.map((line) => `\n  ${line}`).join('');
}

function toText(name: string, value: unknown): string {
  const safe = toSafeValue(name, value);
  return typeof safe === 'string' ? safe : JSON.stringify(safe, toSafeValue);
}
