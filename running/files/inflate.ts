import { Gunzip, Inflate } from 'fflate';
import { RunFileError } from '../run-file-error.ts';
import { inflateByBrowser, type PackedFormat } from './browser-inflate.ts';
import { bufferChunks, type Chunks, skipBytes } from './chunks.ts';
import { updateCrc32 } from './crc32.ts';
import { type Limits, ratioMatters } from './limits.ts';

/**
 * Input bytes of one step. A byte of a zip bomb becomes a thousand, and the library outputs whole steps only, so this limits the memory
 * to sixteen megabytes.
 */
const stepBytes = 16 * 1024;
/** The library keeps input that it cannot unpack yet. Valid data gives output long before this. */
const maxBytesWithoutOutput = 256 * 1024;

export interface Expected {
  bytes: number;
  crc: number;
}

type InflateLimits = Pick<Limits, 'fileBytes' | 'ratio'>;

/** Packed files up to this size are unpacked by the browser: runs of several hours. They are kept in memory until that has succeeded. */
const browserBytes = 768 * 1024;
/** The output is buffered too, up to this limit, so that no bytes of a hostile or damaged file are passed on before the check fails. */
const maxBufferedBytes = 16 * 1024 * 1024;

/** An entry of a zip. It has to become exactly what the archive's directory says. */
export async function* inflateEntry(chunks: Chunks, expected: Expected, limits: InflateLimits): Chunks {
  const exactly = { ...limits, fileBytes: expected.bytes };
  const byLibrary = (packed: Chunks) => unpack(packed, new Inflate(), createGuard(exactly));
  yield* checked(unpackFast(chunks, 'deflate-raw', exactly, byLibrary), expected);
}

export async function* gunzip(chunks: Chunks, limits: InflateLimits): Chunks {
  yield* unpackFast(chunks, 'gzip', limits, (packed) => gunzipByLibrary(packed, limits));
}

/**
 * Unpacks by the browser, which checks the checksum of a gzip itself, and by the library where that fails or the file is large. The library
 * reads what a browser refuses (several gzip members in one file, an old browser), and damaged files get our error messages.
 */
async function* unpackFast(
  chunks: Chunks,
  format: PackedFormat,
  limits: InflateLimits,
  byLibrary: (packed: Chunks) => Chunks,
): Chunks {
  const { buffered, all, isAll } = await bufferChunks(chunks, browserBytes);
  if (!isAll) {
    yield* byLibrary(all);
    return;
  }
  const guard = createGuard(limits);
  let output: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let yielded = 0;
  try {
    for await (const chunk of inflateByBrowser(buffered, format, guard.countIn)) {
      guard.countOut(chunk.length);
      output.push(chunk);
      length += chunk.length;
      if (length <= maxBufferedBytes) continue;
      yielded = length;
      yield* output;
      output = [];
    }
  } catch (error) {
    if (error instanceof RunFileError) throw error;
    yield* skipBytes(byLibrary(all), yielded);
    return;
  }
  yield* output;
}

async function* gunzipByLibrary(chunks: Chunks, limits: InflateLimits): Chunks {
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
  // Several gzip members have several checksums, of which only the last is at the end of the file.
  if (members === 1 && !trailer.matches(crc, length)) throw damaged();
}

/** Compares the unpacked bytes with the expected size and checksum. */
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

/** Throws when the output is larger than allowed, or than a real packer could have compressed. */
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
  let bytesWithoutOutput = 0;
  machine.ondata = (data) => {
    if (data.length > 0) out.push(data);
  };
  const pushStep = (step: Uint8Array, isLast: boolean) => {
    out = [];
    guard.countIn(step.length);
    try {
      machine.push(step, isLast);
    } catch (cause) {
      throw damaged(cause);
    }
    bytesWithoutOutput = out.length > 0 ? 0 : bytesWithoutOutput + step.length;
    if (bytesWithoutOutput > maxBytesWithoutOutput) throw damaged();
    for (const { length } of out) guard.countOut(length);
    return out;
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += stepBytes) {
      yield* pushStep(chunk.subarray(from, from + stepBytes), false);
    }
  }
  yield* pushStep(new Uint8Array(0), true);
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
  return new RunFileError('damaged', 'This compressed file is damaged or incomplete.', { cause });
}
