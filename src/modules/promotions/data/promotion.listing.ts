import { IsNull } from 'typeorm';
import {
  byAmount,
  byBoolean,
  byId,
  byInteger,
  byText,
  byWords,
  commonFilters,
} from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Filter, type Listing } from '../../../platform/database/lists/listing';
import { canonicalCode } from '../domain/fold-text';
import { parseRuleTree } from '../domain/rules/parse-rule-tree';
import { type Promotion } from './promotion.entity';

/** A code in any spelling that stands for the same (promotions.md 34); empty: those without one. */
const byCode: Filter<Promotion> = (text) => ({ codeKey: canonicalCode(text) || IsNull() });

/** A rule tree as JSON text: equal when it says the same in the same order. */
const byTree =
  (property: 'matchRules' | 'matchItems'): Filter<Promotion> =>
  (text) => {
    const parsed = parseRuleTree(text, property);
    if (!parsed.isValid) return undefined;
    return { [property]: parsed.tree ?? IsNull() };
  };

/** A JSON array of ids, in their order. */
const byIds =
  (property: 'shippingMethods' | 'excludes'): Filter<Promotion> =>
  (text) => {
    if (text === '') return { [property]: IsNull() };
    // Ids are longer than what a JSON number keeps: their digits are taken as text.
    const ids = /^\[[\s"\w.,-]*\]$/.test(text) ? text.match(/[\w.-]+/g) : null;
    return ids === null ? undefined : { [property]: [...ids] };
  };

/** The filters and sorts of promotions. */
export const promotionListing: Listing<Promotion> = {
  filters: {
    ...commonFilters<Promotion>(),
    q: byPart('q', 'title'),
    title: byText('title'),
    from: byText('from'),
    to: byText('to'),
    discount_code: byCode,
    code: byCode,
    max_uses: byInteger('maxUses'),
    customer_uses: byInteger('customerUses'),
    budget: byAmount('budget'),
    customer_group: byId('customerGroup'),
    best_of: byText('bestOf'),
    status: byBoolean('isLive'),
    terminating: byBoolean('isTerminating'),
    persistent: byBoolean('isPersistent'),
    action: byWords('action', 'action'),
    priority: byInteger('priority'),
    amount: byAmount('amount'),
    max_quantity: byAmount('maxQuantity'),
    trigger_quantity: byInteger('triggerQuantity'),
    apply_to_shipping: byBoolean('appliesToShipping'),
    excludes: byIds('excludes'),
    shipping_methods: byIds('shippingMethods'),
    description: (text) => ({ description: text }),
    match_rules: byTree('matchRules'),
    match_items: byTree('matchItems'),
  },
  searches: searchesByPart('title', 'description'),
  sorts: {
    id: 'id',
    updated_at: 'updatedAt',
    title: 'title',
    from: 'from',
    to: 'to',
    status: 'isLive',
    action: 'action',
    priority: 'priority',
    amount: 'amount',
    max_uses: 'maxUses',
    customer_uses: 'customerUses',
  },
  isStrict: true,
};
