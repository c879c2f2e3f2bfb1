import { t, type TextKey } from '../../shared/text/text';
import { type Choices } from '../../shared/api/choices';
import { type FormField, type FormValues } from '../../shared/ui/form-field';
import { bandValue, NO_BAND } from '../../shared/ui/tax-band';
import { categoryOf, type Product, PUBLICATIONS, STOCK_STATUSES } from './product';

type Relation = { readonly data: { readonly id: string; readonly title: string } } | null | undefined;

/** The record that a saved product has: it has its name also where a token may not read the others. */
const ownOf = (own: Relation): Choices => (own ? [{ value: own.data.id, label: own.data.title }] : []);

/** The values of a new product: a draft, because its pictures come later, and sold while its stock lasts. */
export const NEW_PRODUCT: FormValues = {
  title: '',
  sku: '',
  slug: '',
  price: '',
  sale_price: '',
  tax_band: '',
  status: '0',
  stock_status: '1',
  stock_level: '0',
  low_stock: '',
  category: '',
  brand: '',
  collection: '',
  requires_shipping: true,
  catalog_only: false,
  weight: '',
  height: '',
  width: '',
  depth: '',
  description: '',
};

const text = (value: number | string | null): string => (value === null ? '' : String(value));

/** A price as people write it: `19.40`, and `19` where there is no fraction. */
const priceText = (value: number | null): string => text(value).replace(/^(\d+\.\d)$/, '$10');

/** The values of a saved product. */
export function productValues(record: Product): FormValues {
  const { title, sku, slug, price, sale_price, tax_band, status, stock_status } = record;
  return {
    ...{ title, sku, slug, price: priceText(price), sale_price: priceText(sale_price) },
    tax_band: bandValue(tax_band),
    status: status.data.key,
    stock_status: stock_status.data.key,
    stock_level: text(record.stock_level),
    low_stock: text(record.low_stock),
    category: categoryOf(record) ?? '',
    brand: record.brand?.data.id ?? '',
    collection: record.collection?.data.id ?? '',
    requires_shipping: record.requires_shipping.data.key === '1',
    catalog_only: record.catalog_only.data.key === '1',
    weight: text(record.weight),
    height: text(record.height),
    width: text(record.width),
    depth: text(record.depth),
    description: text(record.description),
  };
}

/**
 * The fields of a product, as a person thinks of them.
 * @param priceTax says whether prices are entered with tax
 * @param product missing: it is new
 */
export function productFields(categories: Choices, priceTax?: string, product?: Product): readonly FormField[] {
  const field = (name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
    name,
    kind,
    label: t(`products.${name}` as TextKey),
    ...more,
  });
  return [
    field('title', 'text', { label: t('catalog.name'), isRequired: true }),
    field('sku', 'text', { isRequired: true, help: t('products.sku.help') }),
    field('slug', 'text', product === undefined ? { help: t('catalog.slug.help') } : { isRequired: true }),
    field('status', 'choice', { isRequired: true, options: PUBLICATIONS, help: t('products.status.help') }),
    field('price', 'number', { isRequired: true, help: priceTax }),
    field('sale_price', 'number', { help: t('products.sale_price.help') }),
    field('tax_band', 'choice', {
      source: 'taxes',
      options: [...ownOf(product?.tax_band), NO_BAND],
      help: t('products.tax_band.help'),
    }),
    field('category', 'choice', { isSearched: true, options: categories }),
    field('stock_level', 'number', { isRequired: true }),
    field('stock_status', 'choice', {
      isRequired: true,
      options: STOCK_STATUSES,
      help: t('products.stock_status.help'),
    }),
    field('low_stock', 'number', { help: t('products.low_stock.help') }),
    field('brand', 'choice', { source: 'brands', options: ownOf(product?.brand) }),
    field('collection', 'choice', { source: 'collections', options: ownOf(product?.collection) }),
    field('requires_shipping', 'switch'),
    field('catalog_only', 'switch'),
    field('weight', 'number', { help: t('products.weight.help') }),
    field('width', 'number'),
    field('height', 'number'),
    field('depth', 'number'),
    field('description', 'long', { help: t('catalog.description.help') }),
  ];
}
