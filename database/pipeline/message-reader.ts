/** Parses the messages that Postgres sends in response to a batch. */

/** A raw row: each column's text in UTF-8, or null. */
export type RawRow = (Buffer | null)[];

/** Callbacks of the reader. */
export interface MessageEvents {
  onParsed(): void;
  onRow(row: RawRow): void;
  /** A statement is complete. */
  onComplete(): void;
  onError(error: ServerError): void;
  /** The transaction of the batch has ended. */
  onReady(): void;
}

/** An error of Postgres, with the fields that a client may see. */
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

/** Returns a function that takes bytes in chunks of any size. */
export function createMessageReader(events: MessageEvents): (bytes: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = 5;

  return (bytes) => {
    pieces.push(bytes);
    held += bytes.length;
    // A large row arrives in many chunks: they are joined once, when the last one has arrived.
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
