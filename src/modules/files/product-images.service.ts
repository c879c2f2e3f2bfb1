import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { grouped } from '../../kernel/grouped';
import { Transactions } from '../../platform/database/connection/transactions';
import { readBy } from '../../platform/database/rows/row-reader';
import { type VersionedRow } from '../../platform/database/rows/store-object';
import { VersionedParts } from '../../platform/database/rows/versioned-parts';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { StoreObjectRemoval } from '../../platform/events/store-object-removal';
import { StoredFile } from './data/file.entity';
import { type ImageRow, readImages } from './data/image.queries';
import { FileContentsService } from './file-contents.service';
import { FileOwners } from './file-owners';
import { FileRecords } from './file-records';
import { type FileRecord } from './file.record';
import { type ImageRecord } from './image.record';

/** The row that images belong to. Each change of an image raises its version. */
type ImageOwner = Pick<VersionedRow, 'id' | 'version' | 'updatedAt'>;

/** Bytes that an image takes in memory, with a name of 255 characters. */
const IMAGE_BYTES = 1_500;

/** Images of a product by id, in their order. */
export type Images = Readonly<Record<string, ImageRecord>>;

/** The files that are images of products: read for their records, sorted, and removed with them. */
@Injectable()
export class ProductImagesService {
  private readonly copies = new VersionedParts<Images>((images) => Object.keys(images).length * IMAGE_BYTES);

  constructor(
    private readonly transactions: Transactions,
    private readonly contents: FileContentsService,
    private readonly owners: FileOwners,
    private readonly removal: StoreObjectRemoval,
    private readonly shown: FileRecords,
  ) {}

  /**
   * The images of products by product id: one statement, none where all are among the copies.
   * @param products at most a page of them, as they have just been read
   */
  async of(manager: EntityManager, products: readonly ImageOwner[]): Promise<ReadonlyMap<string, Images>> {
    return this.copies.of(manager, products, async (unknown) => {
      const ids = unknown.map(({ id }) => id);
      const images = grouped((await readImages(manager, ids)).sort(inOrder), ({ product }) => product);
      return new Map([...images].map(([product, own]) => [product, this.record(own)]));
    });
  }

  private record(rows: readonly ImageRow[]): Images {
    const images: Record<string, ImageRecord> = {};
    // Ids are far above 2^32, so an object keeps them in the order they are added.
    for (const row of rows) images[row.id] = this.shown.image(row);
    return images;
  }

  /** Removes the images of a product that is removed, with their events. Called under its lock. */
  async removeOf(tx: EntityManager, product: string): Promise<void> {
    const files = await readBy(tx, StoredFile, 'product', [product], { order: 'id', lock: true });
    if (files.length === 0) return;
    const hashes = files.map(({ hash }) => hash);
    await this.removal.remove(tx, StoredFile, files);
    await this.contents.release(tx, hashes);
  }

  /**
   * Sets the positions of files: all of them, or none.
   * @param positions by the ids of files, at most a page
   * @returns the files as the order shows them
   * @throws ValidationFailed naming the file that does not exist
   */
  reorder(positions: ReadonlyMap<string, number>): Promise<FileRecord[]> {
    return this.transactions.run(async (tx) => {
      const files = await readBy(tx, StoredFile, 'id', [...positions.keys()], { order: 'id' });
      const found = new Set(files.map(({ id }) => id));
      const missing = [...positions.keys()].find((id) => !found.has(id));
      if (missing !== undefined) throw noFile(missing);
      const owners = new Set(files.map(({ product }) => product));
      const changed: StoredFile[] = [];
      for (const owner of [...owners].sort()) {
        const own = files.filter(({ product }) => product === owner).map(({ id }) => id);
        const isThere = await this.owners.change(tx, owner, () => this.place(tx, own, positions, changed));
        if (!isThere) throw noFile(own[0] ?? '');
      }
      return this.shown.records(changed.sort(inOrder));
    });
  }

  /** @param placed gets the files as they are afterwards @returns whether any has moved */
  private async place(
    tx: EntityManager,
    ids: readonly string[],
    positions: ReadonlyMap<string, number>,
    placed: StoredFile[],
  ): Promise<boolean> {
    const files = await readBy(tx, StoredFile, 'id', ids, { order: 'id', lock: true });
    if (files.length < ids.length) throw noFile(ids.find((id) => files.every((file) => file.id !== id)) ?? '');
    const before = files.map(({ position }) => position);
    for (const file of files) {
      const save = trackChanges(tx, StoredFile, file);
      file.position = positions.get(file.id) ?? file.position;
      await save();
      placed.push(file);
    }
    return files.some(({ position }, at) => position !== before[at]);
  }
}

function noFile(id: string): ValidationFailed {
  return ValidationFailed.of(`data.${id}`, 'does not exist');
}

type Placed = Pick<StoredFile, 'id' | 'position'>;

/** By position; of two with the same, the older first. */
function inOrder(one: Placed, other: Placed): number {
  return one.position - other.position || (BigInt(one.id) < BigInt(other.id) ? -1 : 1);
}
