import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amountText, parseAmount } from '../../src/kernel/money';
import { type CartCustomer, type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { type Evaluation } from '../../src/modules/promotions/domain/evaluation';
import { minorToAmount } from '../../src/modules/promotions/domain/order-money';
import { evaluate, type PromotionFields } from '../builders/promotion-engine.builder';

interface CaseItem {
  sku: string;
  price: string;
  quantity: number;
  tax_rate: number;
}

interface CaseCart {
  currency: string;
  exponent: number;
  items: CaseItem[];
  shipping: { id: string | null; price: string; tax_rate?: number };
  prices_include_tax?: 0 | 1;
  customer?: { id: number; group?: number };
  discount_code?: string;
  exchange_rate?: string;
  usage?: Record<string, { used?: number; customer_used?: number }>;
  tz?: string;
  now?: string;
}

interface PromotionCase {
  n: number;
  name: string;
  cart: CaseCart;
  promotions: PromotionFields[];
  expect: Record<string, unknown>;
}

/** The worked cases of promotions.md, as they were handed over. */
const CASES = ['promotion-cases.json', 'promotion-cases-2.json'].flatMap(
  (file) => JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as PromotionCase[],
);
function snapshotOf(cart: CaseCart): CartSnapshot {
  return {
    currency: { code: cart.currency, exchangeRate: cart.exchange_rate },
    lines: cart.items.map((item) => ({
      sku: item.sku,
      price: parseAmount(item.price),
      quantity: item.quantity,
      taxRate: String(item.tax_rate),
    })),
    shipping: {
      id: cart.shipping.id,
      price: parseAmount(cart.shipping.price),
      taxRate: cart.shipping.tax_rate?.toString(),
    },
    pricesIncludeTax: cart.prices_include_tax === 1,
    discountCode: cart.discount_code,
  };
}

function customerOf({ customer }: CaseCart): CartCustomer | null {
  return customer ? { id: String(customer.id), group: customer.group?.toString() } : null;
}

function outcomeOf(result: Evaluation): Record<string, unknown> {
  const text = (minor: bigint) => fixedText(minor, result.exponent);
  const { applied, rejected, lines, totals } = result;
  return {
    base: lines.map((line) => text(line.base)),
    discounts: Object.fromEntries(applied.map((promotion) => [promotion.id, promotion.lines.map(text)])),
    shipping_discounts: Object.fromEntries(
      applied.filter((each) => each.shippingDiscount > 0n).map((each) => [each.id, text(each.shippingDiscount)]),
    ),
    line_net: lines.map((line) => text(line.net)),
    line_tax: lines.map((line) => text(line.tax)),
    line_charged: lines.map((line) => text(line.charged)),
    subtotal_before_discount: text(totals.subtotalBeforeDiscount),
    discount: text(totals.discount),
    subtotal: text(totals.subtotal),
    shipping_price: text(totals.shippingPrice),
    tax: text(totals.tax),
    total: text(totals.total),
    applied: applied.map((promotion) => Number(promotion.id)),
    skipped: Object.fromEntries(rejected.map((promotion) => [promotion.id, promotion.reason])),
  };
}

function fixedText(minor: bigint, exponent: number): string {
  const [whole = '0', decimals = ''] = amountText(minorToAmount(minor, exponent)).split('.');
  return exponent === 0 ? whole : `${whole}.${decimals.padEnd(exponent, '0')}`;
}

describe('the worked promotion cases', () => {
  it('are all there', () => {
    expect(CASES).toHaveLength(55);
  });

  it.each(CASES.map((each) => [each.n, each.name, each] as const))(
    '%i %s',
    (_, __, { cart, promotions, expect: expected }) => {
      const usage = Object.entries(cart.usage ?? {}).map(
        ([id, { used = 0, customer_used: customerUsed = 0 }]) => [id, { used, customerUsed }] as const,
      );
      const result = evaluate(snapshotOf(cart), promotions, {
        usage: new Map(usage),
        customer: customerOf(cart),
        ...(cart.now && { instant: new Date(cart.now) }),
        ...(cart.tz && { timeZone: cart.tz }),
      });
      expect(result.exponent).toBe(cart.exponent);
      // Cases with prices before tax say nothing about what is charged.
      expect({ ...outcomeOf(result), ...('line_charged' in expected ? {} : { line_charged: undefined }) }).toEqual(
        expected,
      );
    },
  );
});
