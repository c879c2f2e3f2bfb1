import { type ListPath } from '@storekeeper/client';
import { type Scope } from './session';

/** Values to pick from, by what people call them. */
export type Choices = readonly { readonly value: string; readonly label: string }[];

/** Path of the records of a kind, and the scope that reads them. */
export const CHOICE_SOURCES = {
  products: { path: '/v1/products', scope: 'products:read' },
  categories: { path: '/v1/categories', scope: 'products:read' },
  brands: { path: '/v1/brands', scope: 'products:read' },
  collections: { path: '/v1/collections', scope: 'products:read' },
  customers: { path: '/v1/customers', scope: 'customers:read' },
  groups: { path: '/v1/customers/groups', scope: 'customers:read' },
  methods: { path: '/v1/shipping', scope: 'settings:read' },
  taxes: { path: '/v1/taxes', scope: 'settings:read' },
  promotions: { path: '/v1/promotions/cart', scope: 'promotions:read' },
  orders: { path: '/v1/orders', scope: 'orders:read' },
  carts: { path: '/v1/carts', scope: 'carts:read' },
} as const satisfies Record<string, { path: ListPath; scope: Scope }>;

/** A kind of record that a field picks from. */
export type ChoiceSource = keyof typeof CHOICE_SOURCES;
