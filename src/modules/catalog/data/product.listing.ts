import { type FindOptionsWhere, Raw } from 'typeorm';
import { byAmount, byDecimal, byId, byText, commonFilters } from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Filter, type Listing } from '../../../platform/database/lists/listing';
import { type Product } from './product.entity';
import { byAnyIdOrSlug, byIdOrSlug, type RelatedRows } from './relation.filter';

/** The level is in a table of its own. */
const byStockLevel: Filter<Product> = (text) => {
  if (!/^\+?\d{1,9}$/.test(text)) return undefined;
  const having = (id: string): string =>
    `${id} IN (SELECT stock.product_id FROM product_stock stock WHERE stock.level = :stock_level)`;
  return { id: Raw(having, { stock_level: Number(text) }) } satisfies FindOptionsWhere<Product>;
};

/** Empty text finds products without a low level. */
const byLowStock: Filter<Product> = (text) => {
  if (!/^(?:\+?\d{1,9})?$/.test(text)) return undefined;
  const level = text === '' ? 'IS NULL' : '= :low_stock';
  const having = (id: string): string =>
    `${id} IN (SELECT stock.product_id FROM product_stock stock WHERE stock.low_stock ${level})`;
  return { id: Raw(having, { low_stock: Number(text) }) } satisfies FindOptionsWhere<Product>;
};

/** Filters by brand, category and collection. */
function byRelations(rows: RelatedRows) {
  return {
    filters: {
      category: byIdOrSlug<Product>('category', 'categories', rows),
      brand: byIdOrSlug<Product>('brand', 'brands', rows),
      collection: byIdOrSlug<Product>('collection', 'collections', rows),
    },
    anyOf: { category: byAnyIdOrSlug<Product>('category', 'categories', rows) },
  };
}

/** Filters and sort keys of products. */
export const productListing: Listing<Product> = {
  filters: {
    ...commonFilters<Product>(),
    q: byPart('q', 'title', 'sku'),
    sku: byText('sku'),
    title: byText('title'),
    slug: byText('slug'),
    price: byAmount('price'),
    sale_price: byAmount('salePrice'),
    tax_band: byId('taxBand'),
    status: byText('status'),
    ...byRelations('all').filters,
    stock_level: byStockLevel,
    low_stock: byLowStock,
    stock_status: byText('stockStatus'),
    description: byText('description'),
    requires_shipping: byText('requiresShipping'),
    catalog_only: byText('catalogOnly'),
    weight: byDecimal('weight'),
    height: byDecimal('height'),
    width: byDecimal('width'),
    depth: byDecimal('depth'),
  },
  searches: searchesByPart('title', 'description', 'sku', 'slug'),
  anyOf: byRelations('all').anyOf,
  forPublic: byRelations('live'),
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', sku: 'sku', price: 'price' },
};
