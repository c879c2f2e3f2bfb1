import { type Shop } from '../../test/builders/cart-shop.builder';
import { priceOf, promotionFields, type PromotionWorld, skuOf } from './promotion-world';

/** Promotions of a shop, and as many others to test on its past orders. */
export const PROMOTIONS = 20;
/** Orders that a checkout places, from which others are copied. */
const TEMPLATES = 40;
const WORLD: PromotionWorld = { products: 50, topValue: 600 };

/** A promotion as a form; only shops with shipping have free shipping. */
export function formOf(i: number): Record<string, unknown> {
  const { match_rules: rules, match_items: items, shipping_methods: _, ...fields } = promotionFields(WORLD, i);
  const action = fields['action'] === 'free_ship' ? { action: 'discount_by_percent', amount: '2.5' } : {};
  return { ...fields, ...action, match_rules: JSON.stringify(rules), match_items: JSON.stringify(items) };
}

/** Orders of one to five lines, each with a customer of its own, and the store's promotions on them. @returns ids */
export async function placeTemplates(shop: Shop): Promise<Readonly<Record<'orders' | 'products', string[]>>> {
  const band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  const products: string[] = [];
  for (let i = 0; i < WORLD.products; i += 1)
    products.push((await shop.product({ sku: skuOf(WORLD, i), price: priceOf(i), tax_band: band })).id);
  for (let i = 0; i < PROMOTIONS; i += 1) await shop.promotion(formOf(i));
  const orders: string[] = [];
  for (let i = 0; i < TEMPLATES; i += 1) {
    for (let line = 0; line <= i % 5; line += 1) {
      const form = { id: products[(i * 7 + line * 11) % products.length], quantity: 1 + ((i + line) % 4) };
      await shop.send('POST', `/v1/carts/template-${i}`, { form });
    }
    const customer = { first_name: 'Ada', last_name: 'Byron', email: `buyer-${i}@example.com` };
    const { status, body } = await shop.checkout(`template-${i}`, { customer });
    if (status !== 201) throw new Error(`the checkout answered ${status}: ${JSON.stringify(body)}`);
    orders.push(body.result.id);
  }
  return { orders, products };
}
