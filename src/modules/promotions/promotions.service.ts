import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Transactions } from '../../platform/database/connection/transactions';
import { MAX_CODE } from './pool-codes';
import { Promotion } from './data/promotion.entity';
import { fieldsOf, rowOf } from './data/promotion.fields';
import { readPromotion } from './domain/read-promotion';
import { PromotionReferencesService } from './rules/promotion-references.service';
import { PromotionRecords } from './promotion-records';
import { type PromotionRecord } from './promotion.record';
import { RedemptionsService } from './redemptions.service';
import { RuleValuesService } from './rules/rule-values.service';

/** Fields of a promotion in snake_case as they were sent; empty or null: unset. */
export type SentPromotion = Readonly<Record<string, unknown>>;

/** The store's promotions. Each change also changes the revision that every process knows its copies by. */
@Injectable()
export class PromotionsService {
  private readonly promotions: Collection<Promotion, PromotionRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly references: PromotionReferencesService,
    private readonly redemptions: RedemptionsService,
    private readonly ruleValues: RuleValuesService,
    records: PromotionRecords,
  ) {
    this.promotions = records.collection();
  }

  /** @throws PromotionNotFound */
  get(id: string): Promise<PromotionRecord> {
    return this.promotions.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<PromotionRecord>> {
    return this.transactions.readAside((manager) => this.promotions.page(manager, list));
  }

  /** @throws ValidationFailed naming every field at fault (promotions.md, Validation), or one that is not unique */
  create(sent: SentPromotion): Promise<PromotionRecord> {
    const values = readRow('0', sent);
    return this.transactions.run(async (tx) => {
      await this.references.require(tx, values);
      await this.ruleValues.require(tx, values);
      const record = await this.promotions.create(tx, values);
      await this.references.codes.keep(tx, values, null);
      return record;
    });
  }

  /**
   * The merged record is judged, not the patch.
   * @throws PromotionNotFound, StaleRecord, ValidationFailed as {@link create}
   */
  update(id: string, sent: SentPromotion, ifMatch: IfMatch): Promise<PromotionRecord> {
    return this.transactions.run((tx) =>
      this.promotions.change(tx, id, ifMatch, async (promotion) => {
        const before = { ...promotion };
        Object.assign(promotion, readRow(id, { ...fieldsOf(promotion), ...sent }, before.hasCodes ?? false));
        if (before.hasCodes === true && promotion.hasCodes !== true) await this.references.codes.requireNone(tx, id);
        await this.references.require(tx, promotion, before);
        await this.ruleValues.require(tx, promotion, before);
        await this.references.codes.keep(tx, promotion, before.codeKey);
        if (before.maxUses === 0 && promotion.maxUses > 0) await this.redemptions.recount(tx, id, 'max_uses');
        if (before.customerUses === 0 && promotion.customerUses > 0) {
          await this.redemptions.recount(tx, id, 'customer_uses');
        }
        if (before.budget === 0n && promotion.budget > 0n) await this.redemptions.recount(tx, id, 'budget');
      }),
    );
  }

  /** Orders keep the discounts they got, and the ledger what they used. @throws PromotionNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.promotions.remove(tx, id, ifMatch, (promotion) => this.references.codes.free(tx, promotion)),
    );
  }

  /** @throws PromotionNotFound */
  async require(manager: EntityManager, id: string): Promise<void> {
    await this.promotions.row(manager, id);
  }

  /** Locks a promotion that codes are about to be added to: from then on it applies by a code only. @throws PromotionNotFound */
  async openPool(tx: EntityManager, id: string): Promise<void> {
    const { hasCodes } = await this.promotions.lock(tx, id);
    if (hasCodes !== true) await this.promotions.change(tx, id, undefined, (row) => void (row.hasCodes = true));
  }
}

/** @param hasCodes whether it has a pool, unless the audience says so */
function readRow(id: string, fields: SentPromotion, hasCodes = false): NewRow<Promotion> {
  const read = readPromotion(id, fields);
  if (!read.isValid) throw new ValidationFailed(read.errors);
  const { description } = fields;
  const row = rowOf(read.definition, typeof description === 'string' ? description : '');
  // Compatibility forms can be much longer than what was typed.
  if ([...(row.codeKey ?? '')].length > MAX_CODE) {
    throw ValidationFailed.of('discount_code', `must be at most ${MAX_CODE} characters`);
  }
  return { ...row, hasCodes: read.definition.hasCodes ?? hasCodes };
}
