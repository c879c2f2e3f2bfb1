import { type DemoClient } from '../demo/demo-client';
import { pick, type Roll } from './dice';
import { pictureOf } from './picture';

/** A product that orders can have. */
export interface SeededProduct {
  readonly id: string;
  readonly sku: string;
}

/** Ten nouns of each category; the adjectives are drawn. */
const SHELVES: Readonly<Record<string, readonly [prefix: string, cents: number, nouns: readonly string[]]>> = {
  Tea: [
    'TEA',
    690,
    ['Assam', 'Ceylon', 'Darjeeling', 'Earl Grey', 'Jasmine', 'Lapsang', 'Oolong', 'Rooibos', 'Sencha', 'Yunnan'],
  ],
  Coffee: [
    'COF',
    890,
    ['Arabica', 'Bourbon', 'Decaf', 'Espresso', 'Filter', 'House blend', 'Java', 'Mocha', 'Robusta', 'Sumatra'],
  ],
  Cups: [
    'CUP',
    750,
    ['Beaker', 'Bowl', 'Cup', 'Espresso cup', 'Glass', 'Goblet', 'Mug', 'Saucer', 'Teacup', 'Tumbler'],
  ],
  Pots: [
    'POT',
    2400,
    ['Cafetière', 'Carafe', 'Dripper', 'Infuser', 'Kettle', 'Milk jug', 'Moka pot', 'Samovar', 'Teapot', 'Warmer'],
  ],
  Kitchen: [
    'KIT',
    1190,
    ['Apron', 'Board', 'Canister', 'Grinder', 'Napkins', 'Scale', 'Spoon', 'Tea towel', 'Tin', 'Tray'],
  ],
  Treats: [
    'TRE',
    320,
    ['Biscuits', 'Brittle', 'Caramels', 'Chocolate', 'Fudge', 'Honey', 'Marmalade', 'Nougat', 'Shortbread', 'Toffee'],
  ],
};
const KINDS = ['Classic', 'Everyday', 'Fine', 'Handmade', 'Morning', 'Old', 'Royal', 'Simple', 'Winter', 'Village'];
const BRANDS = ['Mill & Sons', 'Harbour', 'Low Road'];

/** Fills the shelves: 6 categories with 10 products each, a picture of each. @param stock units of each product */
export async function fillCatalog(store: DemoClient, roll: Roll, stock: number): Promise<SeededProduct[]> {
  const { id: band } = await store.quietly('POST', '/v1/taxes', { title: 'VAT', rate: '20' });
  const brands = await Promise.all(
    BRANDS.map((title) => store.quietly('POST', '/v1/brands', { title, slug: slugOf(title) })),
  );
  const products: SeededProduct[] = [];
  for (const [title, [prefix, cents, nouns]] of Object.entries(SHELVES)) {
    const category = await store.quietly('POST', '/v1/categories', { title, slug: slugOf(title) });
    for (const [i, noun] of nouns.entries()) {
      const name = `${pick(roll, KINDS)} ${noun}`;
      const sku = `${prefix}-${String(i + 1).padStart(2, '0')}`;
      const price = ((cents + roll(20) * 50) / 100).toFixed(2);
      const relations = { category: category.id, brand: pick(roll, brands).id, tax_band: band };
      const { id } = await store.quietly('POST', '/v1/products', {
        ...{ title: name, slug: `${slugOf(name)}-${sku.toLowerCase()}`, sku, price },
        ...{ description: `${name}, of our shelf ${title}.`, stock_status: 1, stock_level: stock },
        ...relations,
      });
      await addPicture(store, { id, sku }, products.length);
      products.push({ id, sku });
    }
  }
  await addShipping(store, band);
  return products;
}

async function addPicture(store: DemoClient, { id, sku }: SeededProduct, number: number): Promise<void> {
  const form = new FormData();
  form.append('assign_to', id);
  form.append('file', new Blob([new Uint8Array(pictureOf(number))]), `${sku.toLowerCase()}.png`);
  await store.quietly('POST', '/v1/files', form);
}

async function addShipping(store: DemoClient, band: string): Promise<void> {
  for (const [title, slug, price] of [
    ['Standard', 'standard', '3.95'],
    ['Next day', 'next-day', '6.95'],
  ]) {
    await store.quietly('POST', '/v1/shipping', { title, slug, price, tax_band: band, status: 1 });
  }
}

function slugOf(title: string): string {
  const plain = title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z\d]+/g, '-');
  return plain.replace(/^-|-$/g, '');
}
