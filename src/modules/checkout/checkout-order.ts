import { itemMoney } from '../orders/item-money';
import { type PlacedLine } from '../orders/order-placement.service';
import { productSnapshot } from '../catalog/product-snapshot';
import { type PricingCurrency } from '../promotions/pricing-currency';
import { type Evaluation } from '../promotions/pricing.service';
import { taxRecord } from '../settings/tax-band.resource';
import { type CartLineNow } from '../carts/cart-lines.service';
import { unitPriceIn } from '../carts/cart-snapshot';

/** The lines of an order, as they are now; the tax is that of what discounts leave. */
export function placedLines(lines: readonly CartLineNow[], currency: PricingCurrency, after: Evaluation): PlacedLine[] {
  const money = itemMoney(after);
  return lines.map((line, i) => ({
    sku: line.sku,
    title: line.title,
    quantity: line.item.quantity,
    price: unitPriceIn(line, currency),
    ...money(i),
    ...taxOf(line),
    productId: line.item.productId,
    metadata: line.item.metadata,
    modifiers: line.chosen.length > 0 ? line.chosen : null,
    product: line.product ? { value: line.title, data: productSnapshot(line.product.record, line.chosen) } : null,
  }));
}

function taxOf({ taxBand }: CartLineNow): Pick<PlacedLine, 'taxRate' | 'taxBandId' | 'taxBand'> {
  if (taxBand === undefined) return { taxRate: '0', taxBandId: null, taxBand: null };
  return { taxRate: taxBand.rate, taxBandId: taxBand.id, taxBand: { value: taxBand.title, data: taxRecord(taxBand) } };
}
