/** Decodes the messages of the output plugin `pgoutput`, protocol version 1, with values as text. */
import type { Commit, Relation, RowChange, Tuple } from './replication.ts';

export type StreamMessage =
  | ({ kind: 'begin' } & Commit)
  | { kind: 'commit'; end: bigint }
  | { kind: 'changes'; changes: RowChange[] };

/** Postgres counts microseconds from 2000. */
export const postgresEpochMs = Date.UTC(2000, 0, 1);

/** Decodes messages in the order of the stream: rows refer to relations that were described before. Undefined: nothing to act on. */
export function createPgoutputDecoder(): (bytes: Buffer) => StreamMessage | undefined {
  const relations = new Map<number, Relation>();

  function findRelation(reader: Reader): Relation {
    const id = reader.uint32();
    const relation = relations.get(id);
    if (relation === undefined) throw new Error(`pgoutput names relation ${id} without describing it.`);
    return relation;
  }

  return (bytes) => {
    const reader = new Reader(bytes);
    const kind = reader.letter();
    switch (kind) {
      case 'B':
        reader.skip(8);
        return { kind: 'begin', timestamp: toTimestamp(reader.int64()), transactionId: reader.uint32() };
      case 'C':
        reader.skip(1 + 8);
        return { kind: 'commit', end: reader.int64() };
      case 'R': {
        const relation = readRelation(reader);
        relations.set(relation.id, relation);
        return undefined;
      }
      case 'I':
      case 'U':
      case 'D':
        return { kind: 'changes', changes: [readChange(kind, findRelation(reader), reader)] };
      case 'T': {
        const count = reader.uint32();
        reader.skip(1);
        const truncated = Array.from({ length: count }, () => findRelation(reader));
        return { kind: 'changes', changes: truncated.map((relation) => ({ type: 'TRUNCATE', relation })) };
      }
      // The name of a type, and where a transaction was first made.
      case 'Y':
      case 'O':
        return undefined;
      default:
        throw new Error(`pgoutput sent an unknown message: ${kind}.`);
    }
  };
}

const changeTypes = { I: 'INSERT', U: 'UPDATE', D: 'DELETE' } as const;

function readChange(kind: keyof typeof changeTypes, relation: Relation, reader: Reader): RowChange {
  const change: RowChange = { type: changeTypes[kind], relation };
  while (!reader.isAtEnd()) {
    const part = reader.letter();
    if (part === 'N') change.record = readTuple(reader);
    // K: the key columns, O: the whole old row.
    else if (part === 'K' || part === 'O') change.old = readTuple(reader);
    else throw new Error(`pgoutput sent an unknown part of a row: ${part}.`);
  }
  return change;
}

function readTuple(reader: Reader): Tuple {
  const length = reader.uint16();
  const values = new Array<string | null | undefined>(length);
  for (let index = 0; index < length; index++) {
    const kind = reader.letter();
    if (kind === 't') values[index] = reader.text(reader.uint32());
    else if (kind === 'n') values[index] = null;
    else if (kind !== 'u') throw new Error(`pgoutput sent an unknown kind of value: ${kind}.`);
  }
  return values;
}

function readRelation(reader: Reader): Relation {
  const id = reader.uint32();
  // The catalog's own schema is sent as an empty name.
  const schema = reader.string() || 'pg_catalog';
  const table = reader.string();
  const replicaIdentity = toReplicaIdentity(reader.letter());
  const columns = Array.from({ length: reader.uint16() }, () => {
    const isKey = (reader.uint8() & 1) === 1;
    const name = reader.string();
    const typeId = reader.uint32();
    reader.skip(4);
    return { name, typeId, isKey };
  });
  return { id, schema, table, replicaIdentity, columns };
}

function toReplicaIdentity(letter: string): Relation['replicaIdentity'] {
  if (letter === 'd' || letter === 'n' || letter === 'f' || letter === 'i') return letter;
  throw new Error(`pgoutput sent an unknown replica identity: ${letter}.`);
}

/** Milliseconds, as realtime clients read them. */
function toTimestamp(microseconds: bigint): string {
  return new Date(postgresEpochMs + Number(microseconds / 1000n)).toISOString();
}

/** Reads a message from its beginning to its end. Reading past the end throws. */
class Reader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  skip(length: number): void {
    this.#offset += length;
  }

  uint8(): number {
    const value = this.#bytes.readUInt8(this.#offset);
    this.#offset += 1;
    return value;
  }

  letter(): string {
    return String.fromCharCode(this.uint8());
  }

  uint16(): number {
    const value = this.#bytes.readUInt16BE(this.#offset);
    this.#offset += 2;
    return value;
  }

  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.#offset);
    this.#offset += 4;
    return value;
  }

  int64(): bigint {
    const value = this.#bytes.readBigInt64BE(this.#offset);
    this.#offset += 8;
    return value;
  }

  text(length: number): string {
    return this.#bytes.toString('utf8', this.#offset, this.#take(length));
  }

  /** Up to a zero byte. */
  string(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    if (end < 0) throw new RangeError('A message of pgoutput ends inside a name.');
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }

  #take(length: number): number {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError('A message of pgoutput ends inside a value.');
    this.#offset = end;
    return end;
  }
}
