import { RunFileError } from '../run-file-error.ts';

/** The messages worth decoding, and of each the fields: a record of a modern watch has forty, of which a run needs nine. */
export type WantedFields = ReadonlyMap<number, ReadonlySet<number>>;

const timestamp = 253;
/** type and size of a timestamp: uint32. */
const timestampField = [timestamp, 4, 0x86];
const batchRecords = 1000;

interface Definition {
  /** Bytes of one message, without its header. */
  size: number;
  littleEndian: boolean;
  /** The offset of the timestamp in a message; -1 when there is none. */
  timestampAt: number;
  /** The wanted parts of a message; empty when the message is not wanted. */
  copies: { from: number; size: number }[];
  /** The definition of what is copied, and the same with a timestamp at its end. */
  plain: number[];
  stamped: number[];
}

/**
 * Cuts the data of a FIT file into batches that the SDK can decode one by one, each with the definitions it needs and only with wanted
 * fields. The SDK by itself decodes a whole file into memory, and it does not support the compressed timestamps of old watches.
 */
export function* splitFit(data: Uint8Array, wanted: WantedFields): Generator<Uint8Array<ArrayBuffer>> {
  const definitions: (Definition | undefined)[] = [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let batch = new Batch();
  let clock = 0;
  let at = 0;
  let isDamaged = false;
  while (at < data.length) {
    const header = data[at] ?? 0;
    at += 1;
    if ((header & 0xc0) === 0x40) {
      const end = findDefinitionEnd(data, at, header);
      isDamaged = end > data.length;
      if (isDamaged) break;
      definitions[header & 15] = readDefinition(data.subarray(at, end), header, wanted);
      at = end;
      continue;
    }
    const isCompressed = (header & 0x80) !== 0;
    const local = isCompressed ? (header >> 5) & 3 : header & 15;
    const definition = definitions[local];
    if (!definition || at + definition.size > data.length) {
      isDamaged = true;
      break;
    }
    if (isCompressed) clock = clock - (clock % 32) + (header & 31) + ((header & 31) < clock % 32 ? 32 : 0);
    else if (definition.timestampAt >= 0) {
      clock = view.getUint32(at + definition.timestampAt, definition.littleEndian);
    }
    if (definition.copies.length > 0)
      batch.add(local, definition, data.subarray(at), isCompressed ? clock : undefined);
    at += definition.size;
    if (batch.records >= batchRecords) {
      yield batch.finish();
      batch = new Batch();
    }
  }
  // What came before the damage is whole.
  if (batch.records > 0) yield batch.finish();
  if (isDamaged) throw damagedFit();
}

function findDefinitionEnd(data: Uint8Array, at: number, header: number): number {
  const fieldsEnd = at + 5 + (data[at + 4] ?? 0) * 3;
  return header & 0x20 ? fieldsEnd + 1 + (data[fieldsEnd] ?? 0) * 3 : fieldsEnd;
}

/** `bytes`: reserved, byte order, message number, count, then number, size and type of each field, then the developer's fields. */
function readDefinition(bytes: Uint8Array, header: number, wanted: WantedFields): Definition {
  const littleEndian = bytes[1] === 0;
  const [low = 0, high = 0] = littleEndian ? [bytes[2], bytes[3]] : [bytes[3], bytes[2]];
  const fields = wanted.get(low | (high << 8));
  const count = bytes[4] ?? 0;
  const definition: Definition = {
    size: 0,
    littleEndian,
    timestampAt: -1,
    copies: [],
    plain: [],
    stamped: [],
  };
  const fieldDefinitions: number[] = [];
  for (let place = 5; place < 5 + count * 3; place += 3) {
    const [number = 0, size = 0, type = 0] = bytes.subarray(place, place + 3);
    if (number === timestamp && size === 4) definition.timestampAt = definition.size;
    if (fields?.has(number)) {
      definition.copies.push({ from: definition.size, size });
      fieldDefinitions.push(number, size, type);
    }
    definition.size += size;
  }
  for (let place = 7 + count * 3; place < bytes.length; place += 3) definition.size += bytes[place] ?? 0;
  const start = [0x40 | (header & 15), 0, bytes[1] ?? 0, bytes[2] ?? 0, bytes[3] ?? 0];
  definition.plain = [...start, fieldDefinitions.length / 3, ...fieldDefinitions];
  definition.stamped = [...start, fieldDefinitions.length / 3 + 1, ...fieldDefinitions, ...timestampField];
  return definition;
}

class Batch {
  records = 0;
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;
  readonly #defined: (number[] | undefined)[] = [];

  add(local: number, definition: Definition, data: Uint8Array, clock: number | undefined): void {
    const form = clock === undefined ? definition.plain : definition.stamped;
    this.#reserve(definition.size + form.length + 8);
    if (this.#defined[local] !== form) {
      this.#bytes.set(form, this.#length);
      this.#length += form.length;
      this.#defined[local] = form;
    }
    this.#bytes[this.#length] = local;
    this.#length += 1;
    for (const { from, size } of definition.copies) {
      for (let byte = 0; byte < size; byte += 1) this.#bytes[this.#length + byte] = data[from + byte] ?? 0;
      this.#length += size;
    }
    if (clock !== undefined) {
      new DataView(this.#bytes.buffer).setUint32(this.#length, clock, definition.littleEndian);
      this.#length += 4;
    }
    this.records += 1;
  }

  /** Two bytes stand where a file has its checksum. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length + 2);
  }

  #reserve(more: number): void {
    if (this.#length + more + 2 <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export function damagedFit(cause?: unknown): RunFileError {
  return new RunFileError('damaged', 'This FIT file is damaged or was not written to its end.', { cause });
}
