import type { Moment } from '../tests/harness/running/recording.ts';

/** FIT counts from the last hour of 1989, and angles in parts of half a circle. */
const epoch = 631_065_600;
const semicircles = 2 ** 31 / 180;

interface Field {
  number: number;
  /** Base type of the format; its size is in `bytes`. */
  type: number;
  bytes: 1 | 2 | 4;
}

const field = (number: number, type: number, bytes: Field['bytes']): Field => ({ number, type, bytes });
const [enumeration, uint8, uint16, sint32, uint32] = [0x00, 0x02, 0x84, 0x85, 0x86];

/** Numbers of messages and fields as the FIT profile has them. */
const fileId = {
  message: 0,
  fields: [field(0, enumeration, 1), field(1, uint16, 2), field(2, uint16, 2), field(4, uint32, 4)],
};
const record = {
  message: 20,
  fields: [
    field(253, uint32, 4),
    field(0, sint32, 4),
    field(1, sint32, 4),
    field(78, uint32, 4),
    field(5, uint32, 4),
    field(3, uint8, 1),
    field(4, uint8, 1),
    field(7, uint16, 2),
  ],
};
const session = {
  message: 18,
  fields: [
    field(253, uint32, 4),
    field(2, uint32, 4),
    field(5, enumeration, 1),
    field(7, uint32, 4),
    field(8, uint32, 4),
    field(9, uint32, 4),
  ],
};

/** A run as a watch writes it, a hundred times faster than the SDK's encoder: a thousand of them are needed. */
export function writePlainFit(moments: readonly Moment[], speed = 3): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(moments.length * 32 + 400));
  let at = 14;
  const put = (value: number, bytes: number) => {
    if (bytes === 1) view.setUint8(at, value);
    else if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  };
  const define = ({ message, fields }: typeof record) => {
    for (const value of [0x40, 0, 0]) put(value, 1);
    put(message, 2);
    put(fields.length, 1);
    for (const each of fields) for (const value of [each.number, each.bytes, each.type]) put(value, 1);
  };
  const write = ({ fields }: typeof record, values: number[]) => {
    put(0, 1);
    for (const [index, { bytes }] of fields.entries()) put(Math.round(values[index] ?? 0), bytes);
  };
  const time = (moment: Moment | undefined) => (moment?.at ?? 0) / 1000 - epoch;
  const [start, end] = [time(moments[0]), time(moments.at(-1))];
  define(fileId);
  write(fileId, [4, 1, 3113, start]);
  define(record);
  for (const [second, moment] of moments.entries()) {
    const { latitude, longitude, elevation, heartRate } = moment;
    write(record, [
      time(moment),
      latitude * semicircles,
      longitude * semicircles,
      (elevation + 500) * 5,
      second * speed * 100,
      heartRate,
      85,
      250,
    ]);
  }
  define(session);
  write(session, [end, start, 1, (end - start) * 1000, (end - start) * 1000, (end - start) * speed * 100]);
  return finish(view, at);
}

/** Header before it, and both checksums. */
function finish(view: DataView<ArrayBuffer>, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(view.buffer, 0, end + 2);
  bytes.set([14, 0x20]);
  view.setUint16(2, 2195, true);
  view.setUint32(4, end - 14, true);
  bytes.set(new TextEncoder().encode('.FIT'), 8);
  view.setUint16(12, checksum(bytes.subarray(0, 12)), true);
  view.setUint16(end, checksum(bytes.subarray(0, end)), true);
  return bytes;
}

/** CRC-16 with the polynomial of the format. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xa001 : sum >>> 1;
  }
  return sum;
}
