import { Gunzip, Inflate } from 'fflate';
import type { Chunks } from './chunks.ts';
import { updateCrc32 } from './crc32.ts';
import { type Limits, ratioMatters } from './limits.ts';
import { RunFileError } from './run-file-error.ts';

/**
 * One step of unpacking. A byte of a bomb becomes a thousand, and the library hands out only whole steps, so this bounds what can be
 * in memory at once to sixteen megabytes.
 */
const stepBytes = 16 * 1024;
/** The library keeps what it cannot unpack yet. Honest data gives something back long before this. */
const longestSilence = 256 * 1024;

export interface Expected {
  bytes: number;
  crc: number;
}

type InflateLimits = Pick<Limits, 'fileBytes' | 'ratio'>;

/** An entry of a zip. It has to become exactly what the archive's directory says. */
export async function* inflateEntry(chunks: Chunks, expected: Expected, limits: InflateLimits): Chunks {
  yield* checked(unpack(chunks, new Inflate(), { ...limits, fileBytes: expected.bytes }), expected);
}

export async function* gunzip(chunks: Chunks, limits: InflateLimits): Chunks {
  const machine = new Gunzip();
  let members = 1;
  machine.onmember = () => {
    members += 1;
  };
  const trailer = createTrailer();
  let crc = 0;
  let length = 0;
  for await (const chunk of unpack(trailer.watch(chunks), machine, limits)) {
    crc = updateCrc32(crc, chunk);
    length += chunk.length;
    yield chunk;
  }
  // Several packed files in one have several sums, of which only the last stands at the end.
  if (members === 1 && !trailer.matches(crc, length)) throw damaged();
}

/** What was not packed, or is unpacked already, compared with what was promised. */
export async function* checked(chunks: Chunks, expected: Expected): Chunks {
  let crc = 0;
  let length = 0;
  for await (const chunk of chunks) {
    crc = updateCrc32(crc, chunk);
    length += chunk.length;
    yield chunk;
  }
  if (length !== expected.bytes || crc !== expected.crc) throw damaged();
}

async function* unpack(chunks: Chunks, machine: Inflate | Gunzip, limits: InflateLimits): Chunks {
  let out: Uint8Array<ArrayBuffer>[] = [];
  let bytesIn = 0;
  let bytesOut = 0;
  let silence = 0;
  machine.ondata = (data) => {
    bytesOut += data.length;
    if (data.length > 0) out.push(data);
  };
  const take = (step: Uint8Array, isLast: boolean) => {
    out = [];
    bytesIn += step.length;
    try {
      machine.push(step, isLast);
    } catch (cause) {
      throw damaged(cause);
    }
    silence = out.length > 0 ? 0 : silence + step.length;
    if (silence > longestSilence) throw damaged();
    if (bytesOut > limits.fileBytes) {
      throw new RunFileError('too_large', 'This file unpacks to more than is allowed or announced.');
    }
    if (bytesOut > ratioMatters && bytesOut > bytesIn * limits.ratio) {
      throw new RunFileError('forbidden', 'This file is packed so tightly that it looks like an attack.');
    }
    return out;
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += stepBytes) {
      yield* take(chunk.subarray(from, from + stepBytes), false);
    }
  }
  yield* take(new Uint8Array(0), true);
}

/** The last eight bytes of a gzip file: checksum and length of what was packed. */
function createTrailer() {
  let last = new Uint8Array(0);
  return {
    async *watch(chunks: Chunks): Chunks {
      for await (const chunk of chunks) {
        last = Uint8Array.from([...last, ...chunk.subarray(-8)]).slice(-8);
        yield chunk;
      }
    },
    matches(crc: number, length: number): boolean {
      if (last.length < 8) return false;
      const view = new DataView(last.buffer);
      return view.getUint32(0, true) === crc && view.getUint32(4, true) === length % 2 ** 32;
    },
  };
}

function damaged(cause?: unknown): RunFileError {
  return new RunFileError('damaged', 'This packed file is damaged or incomplete.', { cause });
}
