/** Bytes on their way in. A piece is good until the next is asked for. */
export type Bytes = AsyncIterable<Uint8Array>;

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of files are. A file is named by its version, which is a UUID of ours and never anything that a client wrote. Under
 * that name it is whole or it is not there, and it never changes.
 */
export interface FileStore {
  /** Keeps all of it, safe from a power cut, and tells its size. When `bytes` breaks off, nothing is kept. */
  write(version: string, bytes: Bytes): Promise<number>;
  /** Undefined when there is no such file. */
  read(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** False when there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removes the file, or whatever there is of it. It may be gone already. */
  remove(version: string): Promise<void>;

  /** Goes on with a file that is not whole yet. When `bytes` breaks off, what arrived stays. */
  append(version: string, offset: number, bytes: Bytes): Promise<void>;
  /** How much of it has arrived for good, whole or not. */
  appendedSize(version: string): Promise<number>;
  /** Makes it whole. Once more does no harm. */
  finish(version: string): Promise<void>;
}

/** No room, or no right to write. What is stored can still be read. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** The store does not answer, or not as it should. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Somebody else has gone on with the file in the meantime. */
export class OffsetMoved extends Error {
  override name = 'OffsetMoved';
}
