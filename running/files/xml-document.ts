import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import type { Chunks } from './chunks.ts';
import { finishIncomplete } from './finish-incomplete.ts';
import { GpxCollector } from './gpx.ts';
import type { Limits } from './limits.ts';
import type { RunCollector } from './run-collector.ts';
import { TcxCollector } from './tcx.ts';
import { type XmlAttributes, XmlReader } from './xml-reader.ts';

/** Reads GPX or TCX, whichever the first element says. */
export async function readXmlRuns(
  chunks: Chunks,
  limits: Limits,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<Run[]> {
  const collector = new GpxOrTcxCollector(limits);
  const reader = new XmlReader(collector, limits);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= createDecoder(chunk);
    reader.push(decoder.decode(chunk, { stream: true }));
    await yieldToEventLoop();
  }
  reader.push(decoder?.decode() ?? '');
  try {
    reader.end();
  } catch (error) {
    return finishIncomplete(() => collector.finish(), error);
  }
  return collector.finish();
}

export function looksLikeXml(head: Uint8Array): boolean {
  return /^(\uFEFF|\s)*</.test(createDecoder(head).decode(head));
}

/** By the mark at the start of the file, or by what its first line says; UTF-8 otherwise. */
function createDecoder(head: Uint8Array): TextDecoder {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  // Without the mark: XML begins with “<”, which has a zero beside it there.
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le');
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be');
  const line = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(line)?.[1] ?? 'utf-8';
  try {
    // A file that says UTF-16 and could be read up to here is not UTF-16.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch (cause) {
    throw new RunFileError(
      'unsupported',
      `This file uses the text encoding "${label}", which is not supported.`,
      {
        cause,
      },
    );
  }
}

class GpxOrTcxCollector implements RunCollector {
  readonly #limits: Limits;
  #chosen: RunCollector | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#chosen ??= this.#choose(name);
    this.#chosen.open(name, attributes);
  }

  close(name: string, text: string, parent: string): void {
    this.#chosen?.close(name, text, parent);
  }

  finish(): Run[] {
    return this.#chosen?.finish() ?? [];
  }

  #choose(root: string): RunCollector {
    if (root === 'gpx') return new GpxCollector(this.#limits);
    if (root === 'TrainingCenterDatabase') return new TcxCollector(this.#limits);
    throw new RunFileError('unknown_format', 'This XML is neither GPX nor TCX.');
  }
}
