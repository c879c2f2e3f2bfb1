/** `Currencies` to `Currency`, `Addresses` to `Address`, `OrderItems` to `OrderItem`. */
function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') && !noun.endsWith('ss') ? noun.slice(0, -1) : noun;
}

/** The handlers that every resource has, and whether they are about many records. */
const USUAL: ReadonlyMap<string, boolean> = new Map([
  ['list', true],
  ['search', true],
  ['create', false],
  ['get', false],
  ['update', false],
  ['remove', false],
]);

/** Endings of the handlers of forms, whose names are otherwise that of the list: `getOrdersFields`. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['fields', 'Fields'],
  ['fieldValues', 'FieldValues'],
]);

/**
 * The operationId of a usual handler, from which client generators make the name of a function: `listOrders`,
 * `createOrder`. Other handlers name themselves (`name` of their decorator).
 * @param controller name of the class @param handler name of its method, `list[1]` for a second path of the class
 * @throws Error for a handler that has to name itself
 */
export function operationName(controller: string, handler: string): string {
  const noun = controller.replace(/Controller$/, '');
  const method = handler.replace(/\[\d+\]$/, '');
  const form = FORMS.get(method);
  if (form !== undefined) return `get${noun}${form}`;
  const isPlural = USUAL.get(method);
  if (isPlural === undefined) throw new Error(`${controller}.${method} needs a name in its Answers decorator`);
  return method + (isPlural ? noun : singular(noun));
}
