/** Handlers that speak of many records; all others of one. */
const PLURAL = new Set(['list', 'search']);
const VERBS = new Set(['list', 'search', 'create', 'get', 'update', 'remove']);

/** `Currencies` to `Currency`, `Addresses` to `Address`, `OrderItems` to `OrderItem`, `Health` as it is. */
function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') && !noun.endsWith('ss') ? noun.slice(0, -1) : noun;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const small = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/**
 * The operationId of a handler, from which client generators make the name of a function: `listOrders`, `createOrder`,
 * `addOrderItem`; what is only read is named by a noun, so the noun follows: `orderHistory`.
 * @param controller name of the class @param handler name of its method @param isRead whether it only reads
 */
export function operationName(controller: string, handler: string, isRead: boolean): string {
  const noun = controller.replace(/Controller$/, '');
  if (PLURAL.has(handler)) return handler + noun;
  const one = singular(noun);
  return isRead && !VERBS.has(handler) ? small(one) + capital(handler) : handler + one;
}
