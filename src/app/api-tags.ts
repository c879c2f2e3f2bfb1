import { type TagDescriptions } from '../platform/http/openapi/openapi';
import { storeModules } from './store-modules';

/** What the parts of the API are about, in the order of its pages. A tag of a controller that is missing here fails a test. */
export const apiTags: TagDescriptions = {
  Access: 'Client credentials in, bearer token out.',
  Orders:
    'What customers are buying or have bought. An order keeps what it refers to as it was: a later change of a product, ' +
    'an address or a currency rewrites no history.',
  'Order items': 'The lines of an order, one a sku.',
  Customers: 'Who buys. Orders find them by id or e-mail address.',
  'Customer groups': 'Kinds of customers, for promotions that are not for everybody.',
  Addresses: 'Where customers are billed and shipped to.',
  Products: 'What is sold.',
  Brands: 'Who makes it.',
  Categories: 'Where it stands in the shop.',
  Collections: 'What is shown together.',
  Flows: 'Always empty: v1 storefronts ask for entries such as banners.',
  Carts:
    'What a customer is about to buy, priced afresh on each read, with the promotions that apply and why others do not.',
  Checkout: 'From a cart to an order, and its payment.',
  Promotions: 'Discounts that carts get by rules or by a code, and previews of what they would do.',
  Currencies: 'What is paid with. One of them is the currency of the store.',
  'Tax bands': 'Percentages, by name.',
  'Shipping methods': 'How goods travel, what it costs and for which carts.',
  Gateways: 'How payment is taken. They are built in: switched and configured, not created.',
  Webhooks: 'Addresses that are called whenever something in the store is created, updated or deleted.',
  Events: 'The log of everything that was created, updated or deleted.',
  ...Object.fromEntries(storeModules.flatMap(({ tags }) => Object.entries(tags ?? {}))),
  Health: 'For the machine that runs the process.',
};
