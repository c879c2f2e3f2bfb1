import { type FieldErrors } from '../../../kernel/errors';
import { type ActionField } from './actions/promotion-action';
import { ACTION_KEYS, type ActionKey, actionOf } from './actions/promotion-actions';
import { FieldErrorList } from './fields/field-error-list';
import { type PromotionDefinition } from './promotion-definition';
import { AUDIENCES } from './eligibility/audience';
import { ALL_OTHERS } from './eligibility/exclusions';
import { canonicalCode } from './fold-text';
import { RecordReader } from './fields/record-reader';
import { parseRuleTree } from './rules/parse-rule-tree';
import { isOneOf, type RuleGroup } from './rules/rule-tree';

/** A promotion fit to be stored and compiled, or every field at fault. */
export type ReadPromotion =
  | { readonly isValid: true; readonly definition: PromotionDefinition }
  | { readonly isValid: false; readonly errors: FieldErrors };

/** `stored`: every required field must be there. `inline`: a preview's idea, live and without dates unless it says so. */
export type PromotionOrigin = 'stored' | 'inline';

const REQUIRED = [
  'title',
  'from',
  'to',
  'status',
  'terminating',
  'persistent',
  'action',
  'amount',
  'apply_to_shipping',
];
const MAX_DESCRIPTION = 64 * 1024;
/** Characters of the name of a group. */
const MAX_GROUP = 64;
/** Promotions that one can name as excluded. */
const MAX_EXCLUDED = 100;
const MIN_PRIORITY = -2_147_483_648;

/**
 * Judges a promotion as it would be (promotions.md, Validation): on a PUT, the stored record with the patch laid over it. What a
 * single record cannot tell, whether its title and canonical discount code are unique, is left to the caller.
 * @param id the promotion's id, or the one a preview gives it
 * @param record snake_case fields as sent or stored; those it does not know are ignored
 */
export function readPromotion(
  id: string,
  record: Readonly<Record<string, unknown>>,
  origin: PromotionOrigin = 'stored',
): ReadPromotion {
  const errors = new FieldErrorList();
  const reader = new RecordReader(record, errors);
  if (origin === 'stored') for (const field of REQUIRED) reader.require(field);
  const action = readAction(reader, origin);
  const fields = { id, ...readFields(reader, origin), ...readTrees(reader) };
  if (action === null) return { isValid: false, errors: errors.all };
  const definition = { ...fields, action };
  checkAction(definition, errors);
  return errors.isEmpty ? { isValid: true, definition } : { isValid: false, errors: errors.all };
}

function readAction(reader: RecordReader, origin: PromotionOrigin): ActionKey | null {
  const action = reader.value('action');
  if (isOneOf(ACTION_KEYS, action)) {
    if (origin === 'inline' && actionOf(action).fields.amount !== undefined) reader.require('amount');
    return action;
  }
  if (action !== undefined) reader.errors.add('action', `must be one of ${ACTION_KEYS.join(', ')}`);
  else if (origin === 'inline') reader.require('action');
  return null;
}

function readFields(
  reader: RecordReader,
  origin: PromotionOrigin,
): Omit<PromotionDefinition, 'id' | 'action' | 'matchRules' | 'matchItems'> {
  reader.text('description', MAX_DESCRIPTION);
  return {
    title: reader.text('title') ?? '',
    ...readDates(reader),
    isLive: reader.choice('status', origin === 'inline'),
    discountCode: reader.text('discount_code'),
    maxUses: reader.whole('max_uses', 0),
    customerUses: reader.whole('customer_uses', 0),
    budget: reader.amount('budget'),
    hasCodes: readAudience(reader),
    customerGroup: reader.id('customer_group'),
    bestOf: readGroup(reader),
    excludes: readExcluded(reader),
    isTerminating: reader.choice('terminating', false),
    isPersistent: reader.choice('persistent', false),
    priority: reader.whole('priority', MIN_PRIORITY),
    amount: reader.amount('amount'),
    maxQuantity: reader.amount('max_quantity'),
    triggerQuantity: reader.whole('trigger_quantity', 0),
    appliesToShipping: reader.choice('apply_to_shipping', false),
    shippingMethods: reader.texts('shipping_methods'),
  };
}

/** Reversed dates are the fault of both (promotions.md 36). */
function readDates(reader: RecordReader): Pick<PromotionDefinition, 'from' | 'to'> {
  const from = reader.date('from');
  const to = reader.date('to');
  if (from !== null && to !== null && from > to) {
    reader.errors.add('from', 'must not be after to');
    reader.errors.add('to', 'must not be before from');
  }
  return { from, to };
}

/** Ids, or `all` alone: it names every one. */
function readExcluded(reader: RecordReader): readonly string[] {
  const sent = reader.value('excludes');
  const texts = isAll(sent) ? [ALL_OTHERS] : reader.texts('excludes');
  const ids = [...new Set(texts.map((text) => text.trim()))];
  if (ids.length > MAX_EXCLUDED) reader.errors.add('excludes', `must name at most ${MAX_EXCLUDED} promotions, or all`);
  return ids.includes(ALL_OTHERS) ? [ALL_OTHERS] : ids;
}

function isAll(sent: unknown): boolean {
  return typeof sent === 'string' && sent.trim() === ALL_OTHERS;
}

/**
 * Whether it has a pool of codes, by the audience that was sent; undefined: none was sent, and it has one as before. An
 * audience that contradicts the code is a fault (promotions-at-scale.md 2).
 */
function readAudience(reader: RecordReader): boolean | undefined {
  const audience = reader.value('audience');
  if (audience === undefined) return undefined;
  if (!isOneOf(AUDIENCES, audience)) {
    reader.errors.add('audience', `must be one of ${AUDIENCES.join(', ')}`);
    return undefined;
  }
  const hasCode = canonicalCode(reader.text('discount_code')) !== '';
  if (audience === 'code' && !hasCode) reader.errors.add('audience', 'must not be code without a discount_code');
  if (audience === 'everybody' && hasCode) reader.errors.add('audience', 'must not be everybody with a discount_code');
  return audience === 'codes';
}

/** Spaces around the name of a group do not make another group. */
function readGroup(reader: RecordReader): string | null {
  return reader.text('best_of', MAX_GROUP)?.trim() || null;
}

function readTrees(reader: RecordReader): Pick<PromotionDefinition, 'matchRules' | 'matchItems'> {
  return { matchRules: readTree(reader, 'match_rules'), matchItems: readTree(reader, 'match_items') };
}

function readTree(reader: RecordReader, field: string): RuleGroup | null {
  const parsed = parseRuleTree(reader.value(field), field);
  if (parsed.isValid) return parsed.tree;
  reader.errors.addAll(parsed.errors);
  return null;
}

/** Adds the action's own faults, except about a field that could not be read. */
function checkAction(definition: PromotionDefinition, errors: FieldErrorList): void {
  const faults = Object.entries(actionOf(definition.action).faults?.(definition) ?? {}) as [ActionField, string][];
  const readable = faults.filter(([field]) => !errors.has(field));
  for (const [field, message] of readable) errors.add(field, message);
}
