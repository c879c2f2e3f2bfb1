import { type components } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, type TextKey, word } from '../../shared/text/text';
import {
  type FieldOption,
  formBody,
  type FormField,
  type FormValue,
  type FormValues,
} from '../../shared/ui/form-field';
import { ALL_OTHERS, offersOf, offersValues, OFFERS } from './other-offers';
import { type Promotion } from './promotion-state';
import { type PromotionTerms, usualFirst } from './promotion-terms';

const AUDIENCES = [
  'everybody',
  'code',
  'codes',
] as const satisfies readonly components['schemas']['PromotionAudience'][];

/** The order of the actions that people know. */
const USUAL = [
  'discount_by_percent',
  'discount_by_fixed',
  'discount_to_fixed',
  'discount_subtotal_percent',
  'discount_subtotal_fixed',
  'buy_x_get_y_free',
  'free_ship',
];

/** The values that follow the choice of an action: a number that was typed for another one means something else. */
function beginnings(action: FormValue, { actions }: PromotionTerms): FormValues {
  const numbers = Object.entries(actions[String(action)]?.fields ?? {}).filter(([, use]) => use.unit && use.required);
  // An amount is sent also by an action that ignores it.
  return { amount: '0', ...Object.fromEntries(numbers.map(([name, use]) => [name, use.default ?? ''])) };
}

/** The values of a new promotion: a draft of this year. */
export function newPromotion(): FormValues {
  const today = new Date().toISOString().slice(0, 10);
  return {
    title: '',
    action: 'discount_by_percent',
    amount: '10',
    trigger_quantity: '',
    shipping_methods: [],
    max_quantity: '',
    apply_to_shipping: false,
    from: today,
    to: `${today.slice(0, 4)}-12-31`,
    status: false,
    discount_code: '',
    max_uses: '',
    customer_uses: '',
    budget: '',
    customer_group: '',
    audience: 'everybody',
    excludes: [],
    best_of: '',
    priority: '',
    terminating: false,
    persistent: false,
    offers: 'with',
    match_rules: '',
    match_items: '',
    description: '',
  };
}

/**
 * The values of a saved promotion. 0 of a limit is shown as empty: there is none.
 * @param isOwn the terms for other promotions are shown one by one, also where a choice has the same terms
 */
export function promotionValues(record: Promotion, isOwn = false): FormValues {
  const limit = (value: number): string => (value === 0 ? '' : String(value));
  const isYes = ({ data }: { data: { key: string } }): boolean => data.key === '1';
  const rules = (value: Promotion['match_rules']): string => (value === null ? '' : JSON.stringify(value, null, 2));
  const own = {
    title: record.title,
    action: record.action.data.key,
    amount: String(record.amount),
    trigger_quantity: limit(record.trigger_quantity),
    shipping_methods: record.shipping_methods ?? [],
    max_quantity: limit(record.max_quantity),
    apply_to_shipping: isYes(record.apply_to_shipping),
    from: record.from,
    to: record.to,
    status: isYes(record.status),
    discount_code: record.discount_code,
    max_uses: limit(record.max_uses),
    customer_uses: limit(record.customer_uses),
    budget: limit(record.budget),
    customer_group: record.customer_group ?? '',
    audience: record.audience,
    excludes: record.excludes,
    best_of: record.best_of,
    priority: limit(record.priority),
    terminating: isYes(record.terminating),
    persistent: isYes(record.persistent),
    match_rules: rules(record.match_rules),
    match_items: rules(record.match_items),
    description: record.description,
  };
  return { ...own, offers: isOwn ? 'own' : offersOf(own) };
}

/** Makes the body of a request, without what is only of the form. */
export function promotionBody<Body>({ offers: _offers, ...own }: FormValues): Body {
  return formBody(own);
}

/** A promotion that is not saved, for previews and back-tests. Empty fields are left out: there they have their defaults. */
export function inlinePromotion(values: FormValues, id?: string): components['schemas']['InlinePromotion'] {
  const given = Object.entries(values).filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { ...promotionBody(Object.fromEntries(given)), ...(id === undefined ? {} : { id }) };
}

function field(name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField {
  return { name, kind, label: t(`promotion-field.${name}` as TextKey), ...more };
}

/** An action with an example of it. */
function actionOption(value: string, { actions, labels }: PromotionTerms): FieldOption {
  const label = word('promotion-action', value, labels[value]);
  const example = actions[value]?.example ?? undefined;
  return example === undefined ? { value, label } : { value, label, example: word('promotion-choice', value, example) };
}

/** The fields that say what the action takes off. */
function actionFields(action: string, { actions }: PromotionTerms): readonly FormField[] {
  const uses = actions[action]?.fields ?? {};
  const of = (name: string): string | undefined => uses[name]?.name;
  const special: readonly FormField[] = [
    field('trigger_quantity', 'number', { isRequired: true, help: t('promotion-field.trigger_quantity.help') }),
    field('amount', 'number', { label: word('promotion-amount', action, of('amount')), isRequired: true }),
    field('shipping_methods', 'choices', { isRequired: true, source: 'methods' }),
    field('max_quantity', 'number', {
      label: word('promotion-most', action, of('max_quantity')),
      help: t('promotion-field.no-limit'),
    }),
    field('apply_to_shipping', 'switch'),
  ];
  return special.filter(({ name }) => name in uses);
}

/** The fields that say what becomes of other promotions. */
function offerFields({ offers }: FormValues): readonly FormField[] {
  const chosen = OFFERS.find((known) => known === offers) ?? 'own';
  const choice = field('offers', 'choice', {
    isRequired: true,
    options: OFFERS.map((value) => ({ value, label: t(`offers.${value}`) })),
    help: t(`offers.${chosen}.help`),
    alsoSets: offersValues,
  });
  if (chosen !== 'own') return [choice];
  return [
    choice,
    field('priority', 'number', { help: t('promotion-field.priority.help') }),
    field('best_of', 'text', { help: t('promotion-field.best_of.help') }),
    field('terminating', 'switch', { help: t('promotion-field.terminating.help') }),
    field('persistent', 'switch', { help: t('promotion-field.persistent.help') }),
    field('excludes', 'choices', {
      source: 'promotions',
      options: [{ value: ALL_OTHERS, label: t('offers.all') }],
      help: t('promotion-field.excludes.help'),
    }),
  ];
}

/** The fields that say who gets it. A typed code makes it one for carts with that code, unless a pool has its codes. */
function audienceFields({ audience }: FormValues): readonly FormField[] {
  const chosen = AUDIENCES.find((known) => known === audience) ?? 'everybody';
  return [
    field('audience', 'choice', {
      isRequired: true,
      options: AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) })),
      help: t(`audience.${chosen}.help`),
      alsoSets: (now) => (now === 'everybody' ? { discount_code: '' } : {}),
    }),
    field('discount_code', 'text', {
      isRequired: chosen === 'code',
      help: t('promotion-field.discount_code.help'),
      ...(chosen !== 'codes' && { alsoSets: (code) => ({ audience: code === '' ? 'everybody' : 'code' }) }),
    }),
  ];
}

/** A part between the fields that is none itself. */
function shown(name: string, part: ReactNode): readonly FormField[] {
  return part === undefined ? [] : [{ name, label: '', kind: 'text', isWide: true, render: () => part }];
}

/** Context of a form beside its values. */
interface FormSurroundings {
  /** The field of the rules on items. */
  readonly items?: FormField;
  /** The field of the conditions of the cart. */
  readonly conditions?: FormField;
  /** Says that another promotion gives the same. */
  readonly twins?: ReactNode;
}

/**
 * The fields of the form for what it says now and the terms of the store, as a person thinks of them: what it is, on which items, when, and the rest. Whether
 * it is live comes last: beside the button that saves it.
 */
export function promotionFields(
  values: FormValues,
  terms: PromotionTerms,
  { items, conditions, twins }: FormSurroundings = {},
): readonly FormField[] {
  const own = String(values['action']);
  return [
    field('title', 'text', { isRequired: true, isWide: true }),
    field('action', 'choice', {
      isRequired: true,
      isWide: true,
      options: usualFirst(Object.keys(terms.actions), USUAL).map((key) => actionOption(key, terms)),
      help: word('promotion-example', own, terms.actions[own]?.instructions),
      alsoSets: (chosen) => beginnings(chosen, terms),
    }),
    ...actionFields(own, terms),
    ...(items === undefined ? [] : [items]),
    field('from', 'day', { isRequired: true }),
    field('to', 'day', { isRequired: true, help: t('promotion-field.to.help') }),
    ...shown('twins', twins),
    ...offerFields(values),
    ...audienceFields(values),
    field('customer_group', 'choice', { source: 'groups' }),
    field('max_uses', 'number', { help: t('promotion-field.no-limit') }),
    field('customer_uses', 'number', { help: t('promotion-field.no-limit') }),
    field('budget', 'number', { help: t('promotion-field.budget-means') }),
    field('description', 'long'),
    ...(conditions === undefined ? [] : [conditions]),
    field('status', 'switch', {
      isWide: true,
      help: t(values['status'] === true ? 'promotion-field.status.on' : 'promotion-field.status.help'),
    }),
  ];
}
