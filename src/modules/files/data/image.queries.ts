import { type EntityManager } from 'typeorm';
import { type StoredFile } from './file.entity';

/** The columns of a file that the image of a product needs. */
export type ImageRow = Pick<StoredFile, 'id' | 'name' | 'hash' | 'type' | 'position'> & { readonly product: string };

type Raw = Readonly<Record<keyof ImageRow, unknown>>;

/** Returns the images of products, unordered. A page may have thousands, so only the columns that are shown are read. */
export async function readImages(manager: EntityManager, products: readonly string[]): Promise<ImageRow[]> {
  if (products.length === 0) return [];
  const rows = await manager.query<Raw[]>(
    `SELECT id, name, hash, type, position, product_id AS product FROM files
     WHERE product_id IN (${products.map(() => '?').join(', ')})`,
    [...products],
  );
  return rows.map(({ id, name, hash, type, position, product }) => ({
    id: String(id),
    name: String(name),
    hash: String(hash),
    type: type as ImageRow['type'],
    position: Number(position),
    product: String(product),
  }));
}
