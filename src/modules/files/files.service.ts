import { open } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { FieldProblem } from '../../kernel/fields/field-problem';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { readBy } from '../../platform/database/rows/row-reader';
import { StoredFile } from './data/file.entity';
import { fileListing } from './data/file.listing';
import { readImage, type ReadImage } from './domain/read-image';
import { FileContentsService, type NewContent } from './file-contents.service';
import { FileOwners } from './file-owners';
import { FileRecords } from './file-records';
import { type FileRecord } from './file.record';
import { FileNotFound, FilesUnavailable } from './files.errors';

/** A file that was received. */
export interface ReceivedFile {
  /** On the local disk; it may be moved away. */
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
}

/** Name of a new file and the product that it is an image of. */
export interface FileFields {
  readonly name: string;
  readonly assignTo: string | null;
}

/** Bytes of a file that are looked at at once. The size of an image is nearly always among the first. */
const WINDOW_BYTES = 262_144;
/** Most images of a product. */
const MAX_IMAGES = 50;
/** Maximum number of times that a content is stored again after it was removed meanwhile. */
const TRIES = 3;

/** Uploaded files. Those of a product are its images: each change of them is a change of the product. */
@Injectable()
export class FilesService {
  private readonly files: Collection<StoredFile, FileRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly contents: FileContentsService,
    private readonly owners: FileOwners,
    private readonly shown: FileRecords,
  ) {
    const records = async (_: EntityManager, rows: readonly StoredFile[]): Promise<FileRecord[]> => shown.records(rows);
    const notFound = (): FileNotFound => new FileNotFound();
    this.files = new Collection({ entity: StoredFile, listing: fileListing, records, notFound }, ids, clock);
  }

  /** @throws FileNotFound */
  get(id: string): Promise<FileRecord> {
    return this.files.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<FileRecord>> {
    return this.transactions.readAside((manager) => this.files.page(manager, list));
  }

  /**
   * Stores a file. The bytes go first: a row without them would be a broken image.
   * @param requestKey of a repeat, whose first request may have stored it
   * @throws ValidationFailed when it is no image, or there is no such product; FilesUnavailable
   */
  async create(file: ReceivedFile, fields: FileFields, requestKey: string | null): Promise<FileRecord> {
    const known = requestKey === null ? null : await this.ofRequest(requestKey);
    if (known !== null) return this.shown.record(known);
    const image = await imageOf(file);
    const { assignTo } = fields;
    if (assignTo !== null && !(await this.owners.exists(this.transactions.manager, assignTo))) throw noOwner();
    const content: NewContent = { ...file, type: image.type };
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const name = await this.contents.keep(content);
      const added = await this.transactions.run((tx) =>
        this.add(tx, { fields, image, content, storedAs: name, requestKey }),
      );
      if (added !== undefined) return this.shown.record(added);
    }
    throw new FilesUnavailable();
  }

  /** @throws FileNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      const { product, hash } = await this.files.row(tx, id);
      // A file never changes its product. One whose product has just gone went with it.
      const isThere = await this.owners.change(tx, product, async () => {
        await this.files.remove(tx, id, ifMatch);
        return true;
      });
      if (!isThere) throw new FileNotFound();
      await this.contents.release(tx, [hash]);
    });
  }

  private ofRequest(requestKey: string): Promise<StoredFile | null> {
    return this.transactions.manager.findOneBy(StoredFile, { requestKey });
  }

  /** @returns undefined when the bytes have been removed meanwhile */
  private async add(tx: EntityManager, addition: Addition): Promise<StoredFile | undefined> {
    const { fields, image, content, storedAs, requestKey } = addition;
    const { assignTo: product, name } = fields;
    let added: StoredFile | undefined;
    const isThere = await this.owners.change(tx, product, async () => {
      const position = product === null ? 0 : await nextPosition(tx, product);
      if (!(await this.contents.claim(tx, content, storedAs))) return false;
      const { size, hash } = content;
      added = await this.files.insert(tx, { ...image, name, size, hash, product, position, requestKey });
      return true;
    });
    if (!isThere) throw noOwner();
    return added;
  }
}

interface Addition {
  readonly fields: FileFields;
  readonly image: ReadImage;
  readonly content: NewContent;
  readonly storedAs: string;
  readonly requestKey: string | null;
}

function noOwner(): ValidationFailed {
  return ValidationFailed.of('assign_to', 'does not exist');
}

/** @throws ValidationFailed */
async function imageOf({ path }: ReceivedFile): Promise<ReadImage> {
  const file = await open(path, 'r');
  try {
    const window = Buffer.alloc(WINDOW_BYTES);
    const image = await readImage(async (offset) => {
      const { bytesRead } = await file.read(window, 0, WINDOW_BYTES, offset);
      return window.subarray(0, bytesRead);
    });
    if (image instanceof FieldProblem) throw ValidationFailed.of('file', image.message);
    return image;
  } finally {
    await file.close();
  }
}

/** The end of the images of a product, whose lock is held. @throws ValidationFailed when it has as many as it may */
async function nextPosition(tx: EntityManager, product: string): Promise<number> {
  const images = await readBy(tx, StoredFile, 'product', [product]);
  if (images.length >= MAX_IMAGES) {
    throw ValidationFailed.of('assign_to', `must not have more than ${MAX_IMAGES} images`);
  }
  return images.reduce((last, { position }) => Math.max(last, position), -1) + 1;
}
