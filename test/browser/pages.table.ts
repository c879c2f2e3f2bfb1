import { type MethodCase, WORKS } from '../clients/every-method.table';

const shows = (name: string): readonly string[] => WORKS[name]?.shows ?? [];

/** Methods that a page calls differently from a server: with its own order, and without ids that it does not know. */
export const IN_PAGES: Readonly<Record<string, MethodCase>> = {
  'Address.Fields': { args: () => [null, null], shows: shows('Address.Fields') },
  'Order.Get': { args: async ({ order }) => [await order()], shows: shows('Order.Get') },
  'Order.Fields': { args: () => [null], shows: shows('Order.Fields') },
};

/** Methods that are refused to the token of a page, by the reason that docs/clients.md gives. */
export const REFUSED_TO_PAGES: Readonly<Record<string, readonly string[]>> = {
  'A page sends addresses with its checkout. Those of a customer need `X-Customer-Token`, which the client does not send.':
    ['Address.Get', 'Address.Find', 'Address.List', 'Address.Create'],
  'A page can read the order that it made by its id, but it cannot list orders.': ['Order.Find', 'Order.List'],
  'A page reads the enabled gateways with the options of its checkout.': ['Gateway.Get', 'Gateway.List'],
};
