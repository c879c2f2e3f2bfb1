import { type components } from '@storekeeper/client';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { type OrderStatus } from '../../shared/ui/order-status';
import { type Hint } from './hint';

/** Statuses of orders that may wait to be shipped. */
const WAITING = ['paid', 'processing', 'partial_refund'] as const satisfies OrderStatus[];

/** The hint on orders that wait to be shipped: how many there are, and of which statuses. */
export function shippingHints({
  to_ship: count,
  to_ship_statuses: statuses,
}: Pick<components['schemas']['StatusesRecord'], 'to_ship' | 'to_ship_statuses'>): readonly Hint[] {
  if (count === 0) return [];
  const parts = WAITING.map((status) => [status, statuses[status]] as const).filter(([, part]) => part > 0);
  const said = parts.map(([status, part]) => `${part.toLocaleString(region())} ${word('order-status', status)}`);
  const text = t('home.to-ship', { count, of: said.join(', ') });
  return [{ text, path: '/orders', search: { to_ship: '1' } }];
}
