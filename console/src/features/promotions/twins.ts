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

/** The terms by which a promotion is about the same as another one. */
interface Terms {
  readonly action: string;
  readonly code: string;
  readonly customers: string;
  readonly items: string;
  readonly carts: string;
}

const termsOf = (it: Promotion): Terms => ({
  action: it.action.data.key,
  code: it.discount_code.toLowerCase(),
  customers: it.customer_group ?? '',
  items: sameRules(it.match_items),
  carts: sameRules(it.match_rules),
});

/** Those of a form; undefined: its rules are no JSON. */
function termsTyped({ action, discount_code, customer_group, ...values }: FormValues): Terms | undefined {
  const [items, carts] = [parsed(values['match_items']), parsed(values['match_rules'])];
  if (items === undefined || carts === undefined) return undefined;
  const text = (value: FormValues[string] | undefined): string => String(value ?? '').trim();
  return {
    action: text(action),
    code: text(discount_code).toLowerCase(),
    customers: text(customer_group),
    items: sameRules(items),
    carts: sameRules(carts),
  };
}

const STATES: readonly string[] = ['live', 'planned'];

/**
 * Returns the promotions that would give about the same a second time: live or planned ones with the action of the form, on the same
 * items, for the same carts and customers, by the same code, on days that are also its days. A form without title was not begun.
 * @param id the promotion of the form, which is none of them
 */
export function twinsOf(values: FormValues, id: string | undefined, all: readonly Promotion[]): readonly Promotion[] {
  const { title, from = '', to = '' } = values;
  const terms = termsTyped(values);
  if (title === '' || terms === undefined) return [];
  const own = JSON.stringify(terms);
  const isThen = (it: Promotion): boolean => it.from <= (to || it.from) && it.to >= from;
  return all.filter(
    (it) => it.id !== id && STATES.includes(it.state) && isThen(it) && JSON.stringify(termsOf(it)) === own,
  );
}
