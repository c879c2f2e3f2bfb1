import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoClient } from './demo-client';
import { TEA_TIME } from './demo-story';

interface DemoProduct {
  readonly sku: string;
  readonly title: string;
  readonly description: string;
  readonly price: string;
  /** A modifier, and what each of its variations adds to the price. */
  readonly choice?: readonly [title: string, variations: Readonly<Record<string, string>>];
}

/** Each has a picture named after its sku. */
const PRODUCTS: readonly DemoProduct[] = [
  {
    sku: 'earl-grey',
    title: 'Earl Grey',
    description: 'Black tea with bergamot, 250 g.',
    price: '9.90',
    choice: ['Packing', { 'Paper bag': '', Tin: '+3.50' }],
  },
  { sku: 'teapot', title: 'Teapot', description: 'Earthenware, 0.8 litres, with a strainer.', price: '34.00' },
  {
    sku: 'mug',
    title: 'Mug',
    description: 'Stoneware, 0.3 litres.',
    price: '7.50',
    choice: ['Size', { Small: '', Large: '+1.25' }],
  },
  { sku: 'tea-towel', title: 'Tea towel', description: 'Half linen, 50 × 70 cm.', price: '12.00' },
];

/** Fills a new store with products that have pictures and variations, two ways to send them, and a discount code. */
export async function fillShelves(store: DemoClient, pictures: string): Promise<void> {
  const { id: band } = await store.quietly('POST', '/v1/taxes', { title: 'VAT', rate: '20' });
  for (const product of PRODUCTS) await makeProduct(store, product, band, pictures);
  for (const [title, slug, price] of [
    ['Standard', 'standard', '3.95'],
    ['Next day', 'next-day', '6.95'],
  ]) {
    await store.quietly('POST', '/v1/shipping', { title, slug, price, tax_band: band, status: 1 });
  }
  await store.quietly('POST', '/v1/promotions/cart', TEA_TIME);
}

async function makeProduct(
  store: DemoClient,
  { choice, sku, ...fields }: DemoProduct,
  band: string,
  pictures: string,
): Promise<void> {
  const stock = { stock_status: 1, stock_level: 100, tax_band: band };
  const { id } = await store.quietly('POST', '/v1/products', { ...fields, ...stock, sku, slug: sku });
  const file = `${sku}.png`;
  const form = new FormData();
  form.append('assign_to', id);
  form.append('file', new Blob([await readFile(join(pictures, file))]), file);
  await store.quietly('POST', '/v1/files', form);
  if (choice === undefined) return;
  const [title, variations] = choice;
  const path = `/v1/products/${id}/modifiers`;
  const { id: modifier } = await store.quietly('POST', path, { title, type: 'variant' });
  for (const [name, more] of Object.entries(variations)) {
    await store.quietly('POST', `${path}/${modifier}/variations`, { title: name, mod_price: more });
  }
}
