import { carts } from '../features/carts/carts.feature';
import { catalog } from '../features/catalog/catalog.feature';
import { clients } from '../features/clients/clients.feature';
import { customers } from '../features/customers/customers.feature';
import { events } from '../features/events/events.feature';
import { home } from '../features/home/home.feature';
import { operations } from '../features/operations/operations.feature';
import { orders } from '../features/orders/orders.feature';
import { payments } from '../features/payments/payments.feature';
import { promotions } from '../features/promotions/promotions.feature';
import { settings } from '../features/settings/settings.feature';
import { webhooks } from '../features/webhooks/webhooks.feature';
import { type Feature } from '../shared/feature';

/** Every feature, in the order of the navigation. */
export const FEATURES: readonly Feature[] = [
  home,
  orders,
  payments,
  carts,
  promotions,
  catalog,
  customers,
  webhooks,
  events,
  operations,
  clients,
  settings,
];
