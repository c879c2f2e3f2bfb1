import { useQuery } from '@tanstack/react-query';
import { t } from '../text/text';
import { useMay } from './session';
import { NO_KEY, reading, store } from './store';

const PRICE = 100;

/** A preview of one unit with 100 % tax: no record of the API says whether prices include tax, but its totals show it. */
const readingTaxed = reading(['price-tax'], (signal) =>
  store.POST('/v1/promotions/cart/preview', {
    body: { items: [{ price: PRICE, quantity: 1, tax_rate: 100 }], promotions: [] },
    headers: NO_KEY,
    signal,
  }),
);

/** Says whether prices are entered with tax. Undefined: it is not known yet, or the token may not ask. */
export function usePriceTaxText(): string | undefined {
  const may = useMay()('promotions:read');
  // The setting is fixed while the store runs.
  const taxed = useQuery({ ...readingTaxed, enabled: may, staleTime: Infinity });
  if (taxed.data === undefined) return undefined;
  return t(taxed.data.result.totals.post_discount.raw.with_tax > PRICE ? 'price-tax.net' : 'price-tax.gross');
}
