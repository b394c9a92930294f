import { deflateSync } from 'fflate';
import { updateCrc32 } from '../../../running/files/crc32.ts';

/** A file of a zip. The stated values may be false: the tests are about hostile archives. */
export interface ZipPart {
  name: string;
  content?: string | Uint8Array;
  /** Packed bytes instead of the content's. */
  packed?: Uint8Array;
  method?: number;
  flags?: number;
  /** Unix mode, for links. */
  mode?: number;
  crc?: number;
  bytes?: number;
  /** Its own header says these instead. */
  ownName?: string;
  ownMethod?: number;
  /** The list says that it stands where this other part stands. */
  placedLike?: number;
}

const encoder = new TextEncoder();

export function writeZip(
  parts: readonly ZipPart[],
  { comment = '', entries = parts.length } = {},
): Uint8Array<ArrayBuffer> {
  const body: number[] = [];
  const list: number[] = [];
  const offsets: number[] = [];
  for (const part of parts) {
    const content =
      typeof part.content === 'string' ? encoder.encode(part.content) : (part.content ?? new Uint8Array());
    const method = part.method ?? 8;
    const packed = part.packed ?? (method === 8 ? deflateSync(content) : content);
    const name = encoder.encode(part.name);
    const ownName = encoder.encode(part.ownName ?? part.name);
    const sums = [
      ...four(part.crc ?? updateCrc32(0, content)),
      ...four(packed.length),
      ...four(part.bytes ?? content.length),
    ];
    const offset = offsets[part.placedLike ?? -1] ?? body.length;
    offsets.push(body.length);
    body.push(
      ...four(0x04034b50),
      20,
      0,
      ...two(part.flags ?? 0),
      ...two(part.ownMethod ?? method),
      0,
      0,
      0,
      0,
      ...sums,
    );
    body.push(...two(ownName.length), 0, 0, ...ownName);
    for (const byte of packed) body.push(byte);
    list.push(
      ...four(0x02014b50),
      20,
      3,
      20,
      0,
      ...two(part.flags ?? 0),
      ...two(method),
      0,
      0,
      0,
      0,
      ...sums,
    );
    list.push(
      ...two(name.length),
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...two(part.mode ?? 0o100644),
      ...four(offset),
      ...name,
    );
  }
  const text = encoder.encode(comment);
  const end = [
    ...four(0x06054b50),
    0,
    0,
    0,
    0,
    ...two(entries),
    ...two(entries),
    ...four(list.length),
    ...four(body.length),
  ];
  return Uint8Array.from([...body, ...list, ...end, ...two(text.length), ...text]);
}

function two(value: number): number[] {
  return [value & 255, (value >>> 8) & 255];
}

function four(value: number): number[] {
  return [...two(value), ...two(value >>> 16)];
}
