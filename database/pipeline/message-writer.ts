/** Writes the messages of a batch: https://www.postgresql.org/docs/current/protocol-message-formats.html */

/** Collects messages in one buffer, which grows on demand and is reused for the next batch. */
export interface MessageWriter {
  /** Prepares a named statement. The server infers the types of its parameters. */
  parse(name: string, text: string): void;
  bind(name: string, values: readonly (string | null)[]): void;
  execute(): void;
  closeStatement(name: string): void;
  /** Ends the implicit transaction of the batch: commit, or rollback when a part failed. */
  sync(): void;
  /** Requests the results so far and keeps the transaction open. */
  flush(): void;
  /** The written bytes; valid until the next message is begun. */
  take(): Buffer;
}

const tags = { parse: 0x50, bind: 0x42, execute: 0x45, close: 0x43, sync: 0x53, flush: 0x48 };

export function createMessageWriter(): MessageWriter {
  let memory = Buffer.allocUnsafe(8192);
  let end = 0;

  const reserve = (bytes: number) => {
    if (end + bytes <= memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(memory.length * 2, end + bytes));
    memory.copy(larger, 0, 0, end);
    memory = larger;
  };
  const text = (value: string) => {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    reserve(value.length * 3 + 1);
    end += memory.write(value, end);
    memory[end++] = 0;
  };
  const int16 = (value: number) => {
    reserve(2);
    end = memory.writeUInt16BE(value, end);
  };
  const int32 = (value: number) => {
    reserve(4);
    end = memory.writeInt32BE(value, end);
  };
  const message = (tag: number, body: () => void) => {
    reserve(5);
    memory[end] = tag;
    const start = end + 1;
    end += 5;
    body();
    memory.writeInt32BE(end - start, start);
  };
  const value = (given: string | null) => {
    if (given === null) return int32(-1);
    reserve(given.length * 3 + 4);
    const written = memory.write(given, end + 4);
    memory.writeInt32BE(written, end);
    end += 4 + written;
  };

  return {
    parse: (name, statement) =>
      message(tags.parse, () => {
        text(name);
        text(statement);
        int16(0);
      }),
    bind: (name, values) =>
      message(tags.bind, () => {
        text('');
        text(name);
        int16(0);
        int16(values.length);
        for (const given of values) value(given);
        int16(0);
      }),
    execute: () =>
      message(tags.execute, () => {
        text('');
        int32(0);
      }),
    closeStatement: (name) =>
      message(tags.close, () => {
        reserve(1);
        memory[end++] = 0x53;
        text(name);
      }),
    sync: () => message(tags.sync, () => {}),
    flush: () => message(tags.flush, () => {}),
    take() {
      const taken = Buffer.from(memory.subarray(0, end));
      end = 0;
      // A huge batch must not keep its memory for ever.
      if (memory.length > 1_048_576) memory = Buffer.allocUnsafe(8192);
      return taken;
    },
  };
}

/** Asks the server to cancel the statement of a connection. It is sent over a separate connection. */
export function cancelMessage(pid: number, secret: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32BE(16, 0);
  bytes.writeInt32BE(80_877_102, 4);
  bytes.writeUInt32BE(pid, 8);
  bytes.writeUInt32BE(secret >>> 0, 12);
  return bytes;
}

/** Asks whether the server supports TLS; the response is one letter. */
export function tlsRequest(): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(8, 0);
  bytes.writeInt32BE(80_877_103, 4);
  return bytes;
}
