/** Incoming bytes. A chunk is valid until the next one is requested. */
export type Bytes = AsyncIterable<Uint8Array>;

/** First and last byte, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the bytes of files. A file is named by its version, a UUID that we generate. Under that name it is complete or does not exist, and
 * it never changes.
 */
export interface FileStore {
  /** Stores a file durably and returns its size. When `bytes` breaks off, nothing is stored. */
  write(version: string, bytes: Bytes): Promise<number>;
  /** Undefined when the file does not exist. */
  read(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** False when the file does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removes the file, complete or not. It may be gone already. */
  remove(version: string): Promise<void>;

  /** Appends to an incomplete file. When `bytes` breaks off, what has arrived stays. */
  append(version: string, offset: number, bytes: Bytes): Promise<void>;
  /** How many bytes are stored durably, complete or not. */
  appendedSize(version: string): Promise<number>;
  /** Completes the file. May be repeated. */
  finish(version: string): Promise<void>;
}

/** No space, or no permission to write. Stored files can still be read. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** The store does not respond, or not as expected. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another request has appended to the file in the meantime. */
export class OffsetMoved extends Error {
  override name = 'OffsetMoved';
}
