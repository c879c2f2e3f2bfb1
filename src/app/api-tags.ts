import { type TagDescriptions } from '../platform/http/openapi/openapi';
import { storeModules } from './store-modules';

/** Descriptions of the API's tags, in the order of its pages. A test fails when the tag of a controller is missing here. */
export const apiTags: TagDescriptions = {
  Access: 'Access tokens for client credentials.',
  Orders:
    'Orders, paid or not. An order keeps its own copy of what it refers to: a later change of a product, ' +
    'an address or a currency does not change it.',
  'Order items': 'The lines of an order, one for each sku.',
  Customers: 'The customers of the store. Orders refer to them by id or e-mail address.',
  'Customer groups': 'Groups of customers, for promotions that apply to some customers only.',
  Addresses: 'Billing and shipping addresses of customers.',
  Products: 'The products of the store.',
  Brands: 'Brands of products.',
  Categories: 'Categories of products, as a tree.',
  Collections: 'Groups of products that a shop shows together.',
  Flows: 'Always empty: v1 storefronts ask for entries such as banners.',
  Carts: 'Shopping carts, priced on each read, with the promotions that apply and the reasons why others do not.',
  Checkout: 'Turns a cart into an order and takes its payment.',
  Promotions: 'Discounts that carts get by rules or by a code, and previews of their effect.',
  Currencies: 'Currencies of prices and orders. One of them is the default currency of the store.',
  'Tax bands': 'Tax rates in percent, by name.',
  'Shipping methods': 'Shipping methods with their prices and the carts they accept.',
  Gateways: 'Payment gateways. They are built in: you can enable and configure them, but not create them.',
  Webhooks: 'URLs that receive a request whenever something in the store is created, updated or deleted.',
  Events: 'The log of everything that was created, updated or deleted in the store.',
  ...Object.fromEntries(storeModules.flatMap(({ tags }) => Object.entries(tags ?? {}))),
  Health: 'Liveness and readiness of the process, for orchestrators and load balancers.',
};
