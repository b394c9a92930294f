/** Reads what Postgres answers to a batch of statements. */

/** A row as it came: the text of each column in UTF-8, or null. */
export type RawRow = (Buffer | null)[];

/** What the reader is asked to tell as it goes through the messages. */
export interface MessageEvents {
  onParsed(): void;
  onRow(row: RawRow): void;
  /** One statement is done. */
  onComplete(): void;
  onError(error: ServerError): void;
  /** The transaction of the batch has ended. */
  onReady(): void;
}

/** An error that Postgres reported, with the fields that a client may be told about. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly severity: string;

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'Postgres reported an error.');
    this.code = fields.get('C') ?? 'XX000';
    this.detail = fields.get('D');
    this.hint = fields.get('H');
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR';
  }
}

const tags = { parsed: 0x31, row: 0x44, complete: 0x43, empty: 0x49, error: 0x45, ready: 0x5a };

/** Takes the bytes as they arrive, in pieces of any size. */
export function createMessageReader(events: MessageEvents): (bytes: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = 5;

  return (bytes) => {
    pieces.push(bytes);
    held += bytes.length;
    // A large row comes in many pieces: they are put together once, when the last one is there.
    if (held < wanted) return;
    const all = pieces.length === 1 ? bytes : Buffer.concat(pieces, held);
    let start = 0;
    wanted = 5;
    while (all.length - start >= 5) {
      const length = all.readInt32BE(start + 1) + 1;
      if (all.length - start < length) {
        wanted = length;
        break;
      }
      const tag = all[start];
      const body = all.subarray(start + 5, start + length);
      start += length;
      if (tag === tags.row) events.onRow(readRow(body));
      else if (tag === tags.complete || tag === tags.empty) events.onComplete();
      else if (tag === tags.parsed) events.onParsed();
      else if (tag === tags.error) events.onError(readError(body));
      else if (tag === tags.ready) events.onReady();
    }
    const rest = all.subarray(start);
    pieces = rest.length === 0 ? [] : [rest];
    held = rest.length;
  };
}

function readRow(body: Buffer): RawRow {
  const columns = body.readUInt16BE(0);
  const row: RawRow = new Array(columns);
  let at = 2;
  for (let column = 0; column < columns; column += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    row[column] = length < 0 ? null : body.subarray(at, at + length);
    if (length > 0) at += length;
  }
  return row;
}

function readError(body: Buffer): ServerError {
  const fields = new Map<string, string>();
  for (const field of body.toString('utf8').split('\0')) {
    if (field !== '') fields.set(field.slice(0, 1), field.slice(1));
  }
  return new ServerError(fields);
}
