import { type FormValues } from '../../shared/ui/form-field';
import { type Promotion } from './promotion-state';

/** The same text for rules that ask the same: in any order, in groups of one, with one value as text or in a list. */
function sameRules(rules: unknown): string {
  if (typeof rules !== 'object' || rules === null) return '';
  const { children, match_on, ...leaf } = rules as Record<string, unknown>;
  if (!Array.isArray(children)) return JSON.stringify(Object.entries({ ...leaf, ...sameValues(leaf) }).sort());
  const texts = children.map(sameRules).filter((text) => text !== '');
  if (texts.length < 2) return texts[0] ?? '';
  return `${match_on === 'any' ? 'any' : 'all'}(${texts.sort().join()})`;
}

/** One value of a list is that value. */
function sameValues({ operator, against }: Record<string, unknown>) {
  const values = Array.isArray(against) ? against.map(String) : String(against).split(',');
  const isOne = values.length === 1;
  const kind = operator === 'in' && isOne ? '=' : operator;
  return { operator: kind, against: values.map((value) => value.trim()).sort() };
}

function parsed(json: FormValues[string] | undefined): unknown {
  if (typeof json !== 'string' || json === '') return null;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Returns the promotions that would give about the same a second time: live or planned ones with the action of the form, on the same
 * items, for the same carts and customers, by the same code, on days that are also its days. A form without title was not begun.
 * @param id the promotion of the form, which is none of them
 */
export function twinsOf(values: FormValues, id: string | undefined, all: readonly Promotion[]): readonly Promotion[] {
  const { title, action, from = '', to = '', discount_code: code = '', customer_group: customers = '' } = values;
  const [items, carts] = [parsed(values['match_items']), parsed(values['match_rules'])];
  if (title === '' || items === undefined || carts === undefined) return [];
  return all.filter(
    (it) =>
      it.id !== id &&
      (it.state === 'live' || it.state === 'planned') &&
      it.action.data.key === action &&
      (it.customer_group ?? '') === customers &&
      it.discount_code.toLowerCase() === String(code).trim().toLowerCase() &&
      it.from <= (to || it.from) &&
      it.to >= from &&
      sameRules(it.match_items) === sameRules(items) &&
      sameRules(it.match_rules) === sameRules(carts),
  );
}
