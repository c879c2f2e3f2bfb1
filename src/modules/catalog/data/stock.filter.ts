import { type FindOptionsWhere, Raw } from 'typeorm';
import { type Filter } from '../../../platform/database/lists/listing';
import { type Product } from './product.entity';

/** The level is in a table of its own. */
export const byStockLevel: Filter<Product> = (text) => {
  if (!/^\+?\d{1,9}$/.test(text)) return undefined;
  const having = (id: string): string =>
    `${id} IN (SELECT stock.product_id FROM product_stock stock WHERE stock.level = :stock_level)`;
  return { id: Raw(having, { stock_level: Number(text) }) } satisfies FindOptionsWhere<Product>;
};

/** Empty text finds products without a low level. */
export const byLowStock: Filter<Product> = (text) => {
  if (!/^(?:\+?\d{1,9})?$/.test(text)) return undefined;
  const level = text === '' ? 'IS NULL' : '= :low_stock';
  const having = (id: string): string =>
    `${id} IN (SELECT stock.product_id FROM product_stock stock WHERE stock.low_stock ${level})`;
  return { id: Raw(having, { low_stock: Number(text) }) } satisfies FindOptionsWhere<Product>;
};
