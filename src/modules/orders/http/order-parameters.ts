import { enumSchema } from '../../../platform/http/openapi/record-schemas';

/** The parameter of the search. */
export const STRICT = {
  name: 'strict',
  required: false,
  description: '1: return an empty list when nothing matches. Default 0: return all orders.',
  schema: { type: 'string', enum: ['0', '1'], default: '0' },
} as const;

/** The parameter of every read of orders; its words are the names of the includes that are registered. */
export const INCLUDE = {
  name: 'include',
  required: false,
  description: 'Further fields of the order, separated by commas.',
  style: 'form',
  explode: false,
  schema: {
    type: 'array',
    items: enumSchema('OrderInclude', ['items', 'units', 'discounts', 'payments', 'shipments', 'notes']),
  },
} as const;

/** Summary and description of a search. */
export const SEARCH = {
  summary: 'Search orders',
  description:
    'Returns the orders that match every filter. If none does, it returns all orders, or none with `strict=1`.',
};
