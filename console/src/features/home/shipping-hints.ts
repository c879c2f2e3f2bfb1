import { type components } from '@storekeeper/client';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { type OrderStatus } from '../../shared/ui/order-status';
import { type Hint } from './hint';

/** Statuses of orders that wait to be shipped, all of them. Of partly refunded ones those wait that were never dispatched. */
const WAITING = ['paid', 'processing'] as const satisfies OrderStatus[];

/** The hint on orders that wait to be shipped: how many there are, and of which statuses, as the list of statuses beside it counts them. */
export function shippingHints({
  statuses,
  to_ship: count,
}: Pick<components['schemas']['StatusesRecord'], 'statuses' | 'to_ship'>): readonly Hint[] {
  if (count === 0) return [];
  const waiting: (readonly [OrderStatus, number])[] = WAITING.map((status) => [status, statuses[status]]);
  const others = waiting.reduce((left, [, part]) => left - part, count);
  const parts = [...waiting, ['partial_refund', others] as const].filter(([, part]) => part > 0);
  const said = parts.map(([status, part]) => `${part.toLocaleString(region())} ${word('order-status', status)}`);
  const text = t('home.to-ship', { count, of: said.join(', ') });
  return [{ text, path: '/orders', search: { to_ship: '1' } }];
}
