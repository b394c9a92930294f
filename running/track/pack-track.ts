import { createTrack, type Track } from '../run.ts';

/**
 * A track as bytes to be stored: each column as the steps from point to point, whole numbers of a small unit, in as many bytes as
 * they need. An hour at one point a second is about 25 kB.
 */
const format = 1;
const maxPoints = 1_000_000;

/** How many parts of the column's unit are kept: a millisecond, a centimeter on the ground, a decimeter of height and way. */
const scales = {
  time: 1e3,
  latitude: 1e7,
  longitude: 1e7,
  elevation: 10,
  distance: 10,
  heartRate: 1,
  cadence: 1,
} as const;

type Column = keyof typeof scales;
const columns = Object.keys(scales) as Column[];

export function packTrack(track: Track): Uint8Array<ArrayBuffer> {
  const writer = new Writer(track.time.length * 10 + 64);
  writer.write(format);
  writer.write(track.time.length);
  for (const column of columns) {
    let last = 0;
    for (const value of track[column]) {
      // Zero stands for a value that is not known; known steps are shifted by one.
      if (Number.isNaN(value)) {
        writer.write(0);
        continue;
      }
      const whole = Math.round(value * scales[column]);
      writer.write(zigzag(whole - last) + 1);
      last = whole;
    }
  }
  writer.write(track.breaks.length);
  let last = 0;
  for (const point of track.breaks) {
    writer.write(point - last);
    last = point;
  }
  return writer.finish();
}

/** Throws a RangeError when the bytes are not a packed track. */
export function unpackTrack(bytes: Uint8Array): Track {
  const reader = new Reader(bytes);
  if (reader.read() !== format) throw new RangeError('These bytes are not a track of a known format.');
  const length = reader.read();
  // Each value takes a byte at least, so a short text cannot claim a long track.
  if (length > maxPoints || length * columns.length > bytes.length)
    throw new RangeError('This track is cut off.');
  const track = createTrack(length, []);
  for (const column of columns) {
    const values = track[column];
    let last = 0;
    for (let point = 0; point < length; point += 1) {
      const step = reader.read();
      if (step === 0) continue;
      last += unzigzag(step - 1);
      values[point] = last / scales[column];
    }
  }
  return { ...track, breaks: readBreaks(reader, length) };
}

function readBreaks(reader: Reader, length: number): Uint32Array {
  const count = reader.read();
  if (count > length) throw new RangeError('This track has more pauses than points.');
  const breaks = new Uint32Array(count);
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    last += reader.read();
    breaks[index] = last;
  }
  return breaks;
}

/** Small numbers of either sign as small numbers without one. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

class Writer {
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  write(value: number): void {
    if (this.#at + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) {
      this.#bytes[this.#at] = (rest % 128) | 128;
      this.#at += 1;
    }
    this.#bytes[this.#at] = rest;
    this.#at += 1;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('This track is cut off.');
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError('This track has a number that is too large.');
  }
}
