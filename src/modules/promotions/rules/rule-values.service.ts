import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { CustomerGroupsService } from '../../customers/customer-groups.service';
import { SettingNamesService } from '../../settings/setting-names.service';
import {
  closedFault,
  closedValues,
  closedValuesOf,
  type ComparedTexts,
  comparedTexts,
  MAX_TOLD,
} from '../domain/rules/closed-values';
import { type RuleGroup } from '../domain/rules/rule-tree';

/** The rules of a promotion. */
export interface RuleTrees {
  readonly matchRules: RuleGroup | null;
  readonly matchItems: RuleGroup | null;
}

/** Fields whose values are records of the store: few, and made before the promotions that name them. */
const OF_STORE = {
  'cart.currency': 'currencies',
  'cart.shipping': 'methods',
  'cart.gateway': 'gateways',
  'cart.customer_group': 'groups',
  'customer.group': 'groups',
  'cart_item.tax_band': 'taxBands',
} as const;
type OfStore = (typeof OF_STORE)[keyof typeof OF_STORE];

/** Refuses rules that compare a field with a value that it cannot have (promotions.md 18). */
@Injectable()
export class RuleValuesService {
  constructor(
    private readonly settings: SettingNamesService,
    private readonly groups: CustomerGroupsService,
  ) {}

  /**
   * Values that a rule had before are not looked at again: a record that it names may be gone by now.
   * @throws ValidationFailed naming each value by its path, with the values there are
   */
  async require(tx: EntityManager, now: RuleTrees, before?: RuleTrees): Promise<void> {
    const had = new Set(before === undefined ? [] : comparisonsOf(before).map(nameOf));
    const added = comparisonsOf(now).filter((compared) => !had.has(nameOf(compared)));
    const errors: Record<string, string[]> = {};
    for (const compared of added) {
      const fault = await this.faultOf(tx, compared);
      if (fault !== null) errors[compared.path] = [`${compared.path} ${fault}`];
    }
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  }

  private async faultOf(tx: EntityManager, compared: ComparedTexts): Promise<string | null> {
    const closed = closedValuesOf(compared.field);
    if (closed !== undefined) return closedFault(compared, closed);
    const kind = (OF_STORE as Readonly<Record<string, OfStore>>)[compared.field];
    if (kind === undefined) return null;
    if (kind === 'groups') return this.groupFault(tx, compared);
    const records = (await this.settings.inStore(tx))[kind];
    const told = records.map((names) => names[names.length - 1] ?? '');
    return closedFault(compared, closedValues(told, records.flat()));
  }

  /** There may be many groups: only those that are named are looked up, and some read for the message. */
  private async groupFault(tx: EntityManager, compared: ComparedTexts): Promise<string | null> {
    const texts = compared.texts.map((text) => text.trim());
    const found = await this.groups.named(tx, [...texts, ...texts.map((text) => text.toLowerCase())]);
    const accepted = [...found.values()].flatMap(({ id, slug }) => [id, slug]);
    if (closedFault(compared, closedValues([], accepted)) === null) return null;
    const { slugs, count } = await this.groups.firstSlugs(tx, MAX_TOLD);
    return closedFault(compared, closedValues(slugs, accepted, count));
  }
}

function comparisonsOf({ matchRules, matchItems }: RuleTrees): readonly ComparedTexts[] {
  return [...comparedTexts(matchRules, 'match_rules'), ...comparedTexts(matchItems, 'match_items')];
}

function nameOf({ field, texts }: ComparedTexts): string {
  return JSON.stringify([field, texts]);
}
