import { Gunzip, Inflate } from 'fflate';
import { inflateByBrowser, type PackedFormat } from './browser-inflate.ts';
import { type Chunks, skipBytes, takeChunks } from './chunks.ts';
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

/** Packed files up to this size are unpacked by the browser: runs of several hours. They are held until that has gone well. */
const browserBytes = 768 * 1024;
/** What came out is held as well, as far as memory allows: nobody looks at the first bytes of an attack, or of what is damaged. */
const mostHeld = 16 * 1024 * 1024;

/** An entry of a zip. It has to become exactly what the archive's directory says. */
export async function* inflateEntry(chunks: Chunks, expected: Expected, limits: InflateLimits): Chunks {
  const exactly = { ...limits, fileBytes: expected.bytes };
  const byHand = (packed: Chunks) => unpack(packed, new Inflate(), createGuard(exactly));
  yield* checked(unpackQuickly(chunks, 'deflate-raw', exactly, byHand), expected);
}

export async function* gunzip(chunks: Chunks, limits: InflateLimits): Chunks {
  yield* unpackQuickly(chunks, 'gzip', limits, (packed) => gunzipByHand(packed, limits));
}

/**
 * By the browser, which checks the sum of a gzip itself; by hand where that fails or the file is large. By hand everything is understood
 * that a browser refuses (several packed files in one, an old browser), and what is damaged is refused in our words.
 */
async function* unpackQuickly(
  chunks: Chunks,
  format: PackedFormat,
  limits: InflateLimits,
  byHand: (packed: Chunks) => Chunks,
): Chunks {
  const { taken, all, isAll } = await takeChunks(chunks, browserBytes);
  if (!isAll) {
    yield* byHand(all);
    return;
  }
  const guard = createGuard(limits);
  let held: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let given = 0;
  try {
    for await (const chunk of inflateByBrowser(taken, format, guard.countIn)) {
      guard.countOut(chunk.length);
      held.push(chunk);
      length += chunk.length;
      if (length <= mostHeld) continue;
      given = length;
      yield* held;
      held = [];
    }
  } catch (error) {
    if (error instanceof RunFileError) throw error;
    yield* skipBytes(byHand(all), given);
    return;
  }
  yield* held;
}

async function* gunzipByHand(chunks: Chunks, limits: InflateLimits): Chunks {
  const machine = new Gunzip();
  let members = 1;
  machine.onmember = () => {
    members += 1;
  };
  const trailer = createTrailer();
  let crc = 0;
  let length = 0;
  for await (const chunk of unpack(trailer.watch(chunks), machine, createGuard(limits))) {
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

/** Throws when more comes out than is allowed, or than an honest packer can have put in. */
function createGuard(limits: InflateLimits) {
  let bytesIn = 0;
  let bytesOut = 0;
  return {
    countIn(count: number): void {
      bytesIn += count;
    },
    countOut(count: number): void {
      bytesOut += count;
      if (bytesOut > limits.fileBytes) {
        throw new RunFileError('too_large', 'This file unpacks to more than is allowed or announced.');
      }
      if (bytesOut > ratioMatters && bytesOut > bytesIn * limits.ratio) {
        throw new RunFileError('forbidden', 'This file is packed so tightly that it looks like an attack.');
      }
    },
  };
}

async function* unpack(
  chunks: Chunks,
  machine: Inflate | Gunzip,
  guard: ReturnType<typeof createGuard>,
): Chunks {
  let out: Uint8Array<ArrayBuffer>[] = [];
  let silence = 0;
  machine.ondata = (data) => {
    if (data.length > 0) out.push(data);
  };
  const take = (step: Uint8Array, isLast: boolean) => {
    out = [];
    guard.countIn(step.length);
    try {
      machine.push(step, isLast);
    } catch (cause) {
      throw damaged(cause);
    }
    silence = out.length > 0 ? 0 : silence + step.length;
    if (silence > longestSilence) throw damaged();
    for (const { length } of out) guard.countOut(length);
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
