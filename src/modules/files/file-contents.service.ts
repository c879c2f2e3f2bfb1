import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { readById } from '../../platform/database/rows/row-reader';
import { removeRows } from '../../platform/database/rows/row-removal';
import { type Batch, hoursBefore } from '../../platform/retention/retention-task';
import { FileContent } from './data/file-content.entity';
import { FileRemoval } from './data/file-removal.entity';
import { StoredFile } from './data/file.entity';
import { IMAGE_TYPES, type ImageType } from './domain/image-type';
import { FILE_STORE, type FileStore, type StoredBytes } from './file-store.port';
import { FilesUnavailable } from './files.errors';

/** Bytes that were received and are to be stored. */
export interface NewContent {
  readonly path: string;
  readonly size: number;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly type: ImageType;
}

/** Time for which stored bytes wait for the row of their file: far longer than the request that writes it may take. */
const UNCLAIMED_MS = 3_600_000;

/**
 * Stores the bytes of files, each content once. Bytes are never removed under a name that is or will be in use: a content
 * that is stored again gets a new name, and the transaction that released the old one writes a row for its removal.
 */
@Injectable()
export class FileContentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  /** Stores a content, unless it is. Opens no transaction around it. @returns the name to {@link claim} @throws FilesUnavailable */
  async keep({ hash, type, ...file }: NewContent): Promise<string> {
    const present = await this.find(hash);
    if (present !== undefined) return present.storedAs;
    const name = `${hash}-${this.ids.next()}`;
    const dueAt = new Date(this.clock.now().getTime() + UNCLAIMED_MS);
    await this.transactions.run((tx) => tx.insert(FileRemoval, { id: name, dueAt }));
    await available(this.store.put(name, { ...file, type: IMAGE_TYPES[type] }));
    return name;
  }

  /**
   * Holds a content for a file that is about to be added. @param name from {@link keep}
   * @returns false when the bytes have been removed since: they must be stored again
   */
  async claim(tx: EntityManager, { hash, type }: NewContent, name: string): Promise<boolean> {
    const present = await readById(tx, FileContent, hash, { lock: true });
    if (present !== null) return true;
    const guard = { sql: 'due_at > ?', instant: this.clock.now() };
    if ((await removeRows(tx, FileRemoval, { keys: [name], guard })) === 0) return false;
    await tx.insert(FileContent, { id: hash, storedAs: name, type });
    return true;
  }

  /** Gives up contents that no file has any more. Called in the transaction that removed the files. */
  async release(tx: EntityManager, hashes: readonly string[]): Promise<void> {
    // In one order: two removals at once do not wait for each other in a ring.
    for (const hash of [...new Set(hashes)].sort()) {
      const content = await readById(tx, FileContent, hash, { lock: true });
      if (content === null || (await tx.existsBy(StoredFile, { hash }))) continue;
      await tx.delete(FileContent, { id: hash });
      await tx.insert(FileRemoval, { id: content.storedAs, dueAt: hoursBefore(this.clock.now(), 0) });
    }
  }

  /** The content with this hash; undefined when no file has it. */
  async find(hash: string): Promise<FileContent | undefined> {
    return (await readById(this.transactions.manager, FileContent, hash)) ?? undefined;
  }

  /** The bytes of a content; undefined when they are not there. @throws FilesUnavailable */
  open({ storedAs }: FileContent): Promise<StoredBytes | undefined> {
    return available(this.store.open(storedAs));
  }

  /** Removes the bytes that are due, then their rows: after a crash they are removed once more. @throws FilesUnavailable */
  async removeDue(limit: number): Promise<Batch> {
    const due = await this.transactions.manager.find(FileRemoval, {
      // An upload may take its row back until then, by a clock that is a little behind.
      where: { dueAt: LessThan(hoursBefore(this.clock.now(), 0)) },
      order: { dueAt: 'ASC' },
      take: limit,
    });
    const names = due.map(({ id }) => id);
    for (const name of names) await available(this.store.remove(name));
    const rows = await this.transactions.run((tx) => removeRows(tx, FileRemoval, { keys: names }));
    return { rows, isMore: names.length === limit };
  }
}

/** @throws FilesUnavailable for every failure of the storage */
async function available<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}
