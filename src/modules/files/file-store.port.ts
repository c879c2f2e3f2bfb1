import { type Readable } from 'node:stream';

/** A file on the local disk that is to be stored. */
export interface LocalFile {
  /** It may be moved away. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
}

/** Stored bytes, as they are read. */
export interface StoredBytes {
  readonly size: number;
  readonly bytes: Readable;
}

/** The storage of file contents. Every method rejects when the storage refuses or does not respond in time. */
export interface FileStore {
  /** Stores a file under a new name. When it returns, the bytes outlast a crash. */
  put(name: string, file: LocalFile): Promise<void>;
  /** Opens what is stored under a name; undefined when nothing is. */
  open(name: string): Promise<StoredBytes | undefined>;
  /** Removes what is stored under a name, if anything is. */
  remove(name: string): Promise<void>;
}

/** Injection token of {@link FileStore}. */
export const FILE_STORE = Symbol('FILE_STORE');
