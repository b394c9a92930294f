import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../../../database/log.ts';

/** What a function's process tells: written by `runtime/run-function.ts`. */
export interface WorkerMessage {
  isListening?: boolean;
  bootError?: string;
}

/** Limits of Supabase's runtime. */
const maxLineLength = 10_000;
const maxLines = 100;
const periodMs = 10_000;

/**
 * Logs what a function writes, with its name and the id of the request. Anything that is not written by `console` is logged as it is.
 * Returns when the output has ended.
 */
export async function logOutput(options: {
  stdout: Readable;
  stderr: Readable;
  name: string;
  toOwnWords: (text: string) => string;
  onMessage: (message: WorkerMessage) => void;
  log: Log;
}): Promise<void> {
  const { name, log, toOwnWords } = options;
  const mayLog = createLineLimit(() => {
    log({
      level: 'warn',
      message: `${name}: more than ${maxLines} lines in ${periodMs / 1000} s; the rest is not logged`,
    });
  });
  const write = (level: 'info' | 'warn' | 'error', text: string, requestId?: unknown) => {
    if (!mayLog()) return;
    const message = `${name}: ${toOwnWords(text).slice(0, maxLineLength)}`;
    log({
      level,
      message,
      function: name,
      ...(typeof requestId === 'string' && requestId !== '' && { requestId }),
    });
  };
  const readOutput = async () => {
    for await (const line of createInterface({ input: options.stdout })) {
      const entry = parseEntry(line);
      if (entry === undefined) write('info', line);
      else if (isLevel(entry.level)) write(entry.level, String(entry.message), entry.requestId);
      else options.onMessage(entry);
    }
  };
  const readErrors = async () => {
    // A stack has several lines, which belong together.
    for await (const chunk of options.stderr) {
      const text = String(chunk).trimEnd();
      if (text !== '') write('error', text);
    }
  };
  await Promise.all([readOutput(), readErrors()]);
}

type Entry = WorkerMessage & { level?: unknown; message?: unknown; requestId?: unknown };

function parseEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: Entry = JSON.parse(line);
    return isLevel(entry.level) || entry.isListening === true || typeof entry.bootError === 'string'
      ? entry
      : undefined;
  } catch {
    return undefined;
  }
}

function isLevel(level: unknown): level is 'info' | 'warn' | 'error' {
  return level === 'info' || level === 'warn' || level === 'error';
}

function createLineLimit(onExceeded: () => void): () => boolean {
  let since = 0;
  let lines = 0;
  return () => {
    const now = performance.now();
    if (now - since > periodMs) {
      since = now;
      lines = 0;
    }
    lines += 1;
    if (lines === maxLines + 1) onExceeded();
    return lines <= maxLines;
  };
}
