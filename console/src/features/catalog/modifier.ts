import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t, word } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A choice that shoppers make of a product, such as its size. */
export type Modifier = components['schemas']['ModifierRecord'];
/** One of the things to choose from. */
export type Variation = components['schemas']['VariationRecord'];

const TYPES = ['variant', 'single', 'input'] as const satisfies readonly components['schemas']['ModifierType'][];

/** A modifier with its version. */
export const readingModifier = (product: string, modifier: string) =>
  readingRecord(['/v1/products', product, 'modifiers', modifier], (signal) =>
    store.GET('/v1/products/{product_id}/modifiers/{modifier_id}', {
      params: { path: { product_id: product, modifier_id: modifier } },
      signal,
    }),
  );

/** A variation with its version. */
export const readingVariation = (product: string, modifier: string, variation: string) =>
  readingRecord(['/v1/products', product, 'modifiers', modifier, 'variations', variation], (signal) =>
    store.GET('/v1/products/{product_id}/modifiers/{modifier_id}/variations/{variation_id}', {
      params: { path: { product_id: product, modifier_id: modifier, variation_id: variation } },
      signal,
    }),
  );

/** The values of a new modifier. */
export const NEW_MODIFIER: FormValues = { title: '', type: 'variant', instructions: '' };

/** The values of a saved modifier. */
export const modifierValues = ({ title, type, instructions }: Modifier): FormValues => ({
  title,
  type: type.data.key,
  instructions,
});

/** The fields of a modifier. */
export const MODIFIER_FIELDS: readonly FormField[] = [
  { name: 'title', label: t('catalog.name'), kind: 'text', isRequired: true, help: t('modifiers.title.help') },
  {
    name: 'type',
    label: t('modifiers.type'),
    kind: 'choice',
    isRequired: true,
    options: TYPES.map((value) => ({ value, label: word('modifier-type', value) })),
  },
  { name: 'instructions', label: t('modifiers.instructions'), kind: 'text' },
];

/** The values of a new variation: it costs what the product costs. */
export const NEW_VARIATION: FormValues = { title: '', mod_price: '+0.00', sku: '', stock_level: '' };

/** The values of a saved variation. */
export const variationValues = ({ title, mod_price, sku, stock_level }: Variation): FormValues => ({
  title,
  mod_price,
  sku: sku ?? '',
  stock_level: stock_level === null ? '' : String(stock_level),
});

/** The fields of a variation. */
export const VARIATION_FIELDS: readonly FormField[] = [
  { name: 'title', label: t('catalog.name'), kind: 'text', isRequired: true },
  { name: 'mod_price', label: t('variations.mod_price'), kind: 'price-change', help: t('variations.mod_price.help') },
  { name: 'sku', label: t('products.sku'), kind: 'text', help: t('variations.sku.help') },
  { name: 'stock_level', label: t('products.stock_level'), kind: 'number', help: t('variations.stock_level.help') },
];
