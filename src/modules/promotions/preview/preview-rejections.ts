import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { BrandsService } from '../../catalog/brands.service';
import { CategoriesService } from '../../catalog/categories.service';
import { CustomerGroupsService } from '../../customers/customer-groups.service';
import { SettingNamesService } from '../../settings/setting-names.service';
import { type RejectedPromotion } from '../domain/evaluation';
import { fieldOf } from '../domain/rules/closed-values';
import { type RuleFailure } from '../domain/rules/compiled-rule';
import { comparisonKey } from '../domain/rules/fact-value';
import { isImpossible } from '../domain/rules/impossible-rule';
import { type Language } from '../message-language';
import { RejectionsService, type ToldRejection } from '../rejections.service';
import { readOperator } from '../domain/rules/operators/rule-operators';
import { againstTexts } from '../domain/rules/rule-against';

type Names = (manager: EntityManager, texts: readonly string[]) => Promise<Iterable<string>>;

/** Tells why promotions do not apply in a preview, which also says of a rule that no cart can meet it (promotions.md, Preview). */
@Injectable()
export class PreviewRejections {
  /** The names that records of the store have, by the field of the rules that compare them; of large kinds, those asked for. */
  private readonly namesOf: Readonly<Record<string, Names>>;

  constructor(
    private readonly rejections: RejectionsService,
    settings: SettingNamesService,
    groups: CustomerGroupsService,
    brands: BrandsService,
    categories: CategoriesService,
  ) {
    const setting =
      (kind: keyof Awaited<ReturnType<SettingNamesService['inStore']>>): Names =>
      async (manager) =>
        (await settings.inStore(manager))[kind].flat();
    const group: Names = async (manager, texts) => namesIn([...(await groups.named(manager, texts)).values()]);
    this.namesOf = {
      'cart.currency': setting('currencies'),
      'cart.shipping': setting('methods'),
      'cart.gateway': setting('gateways'),
      'cart.customer_group': group,
      'customer.group': group,
      'cart_item.tax_band': setting('taxBands'),
      'cart_item.brand': async (manager, texts) => namesIn([...(await brands.namesOf(manager, texts)).values()]),
      'cart_item.category': async (manager, texts) =>
        namesIn([...(await categories.pathsOf(manager, texts)).values()].flat()),
    };
  }

  /** Rejections with titles and sentences. */
  async tell(
    manager: EntityManager,
    rejected: readonly RejectedPromotion[],
    language: Language,
  ): Promise<ToldRejection[]> {
    const [told = []] = await this.rejections.tell(manager, [await this.marked(manager, rejected)], language);
    return told;
  }

  /** Looks the names of all rules up together: at most {@link MAX_TEXTS} of a rule. */
  private async marked(manager: EntityManager, rejected: readonly RejectedPromotion[]): Promise<RejectedPromotion[]> {
    const known = await this.known(
      manager,
      rejected.flatMap(({ detail }) => waysOf(detail)),
    );
    const mark = (way: RuleFailure): RuleFailure => (isNever(way, known) ? { ...way, never: true } : way);
    return rejected.map((each) => {
      const { detail } = each;
      if (detail === null || !('path' in detail)) return each;
      const { or } = detail;
      return { ...each, detail: { ...detail, ...mark(detail), ...(or && { or: or.map(mark) }) } };
    });
  }

  private async known(manager: EntityManager, ways: readonly RuleFailure[]): Promise<ReadonlyMap<string, KeySet>> {
    const wanted = new Map<string, string[]>();
    for (const way of ways) {
      const field = fieldOf(way);
      if (this.namesOf[field] === undefined) continue;
      const texts = textsOf(way).map((text) => text.trim());
      wanted.set(field, [...(wanted.get(field) ?? []), ...texts, ...texts.map((text) => text.toLowerCase())]);
    }
    const known = new Map<string, KeySet>();
    for (const [field, texts] of wanted)
      known.set(field, new Set([...((await this.namesOf[field]?.(manager, texts)) ?? [])].map(comparisonKey)));
    return known;
  }
}

type KeySet = ReadonlySet<string>;

/** Values of a rule that are looked up; one with more is not marked. */
const MAX_TEXTS = 10;

function waysOf(detail: RejectedPromotion['detail']): readonly RuleFailure[] {
  return detail !== null && 'path' in detail ? [detail, ...(detail.or ?? [])] : [];
}

/** The texts that a rule compares with by equality; none: it compares otherwise, or with too many. */
function textsOf(failure: RuleFailure): readonly string[] {
  const operator = readOperator(failure.operator);
  if (operator === undefined || (operator.key !== '=' && operator.key !== 'in')) return [];
  const texts = againstTexts(operator, failure.against ?? undefined);
  return texts.length > MAX_TEXTS ? [] : texts;
}

function isNever(failure: RuleFailure, known: ReadonlyMap<string, KeySet>): boolean {
  if (isImpossible(failure)) return true;
  const keys = known.get(fieldOf(failure));
  const texts = textsOf(failure);
  return keys !== undefined && texts.length > 0 && !texts.some((text) => keys.has(comparisonKey(text)));
}

function namesIn(records: readonly { readonly id: string; readonly slug: string }[]): string[] {
  return records.flatMap(({ id, slug }) => [id, slug]);
}
