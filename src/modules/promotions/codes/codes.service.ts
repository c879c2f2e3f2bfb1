import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { type FieldErrors, ValidationFailed } from '../../../kernel/errors';
import { IdGenerator } from '../../../kernel/ids';
import { Transactions } from '../../../platform/database/connection/transactions';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../../platform/database/lists/listing';
import { matching, readPage } from '../../../platform/database/lists/page-reader';
import { readById } from '../../../platform/database/rows/row-reader';
import { CustomersService } from '../../customers/customers.service';
import { type CodeDetailRecord, codeOrderRecord, codeRecord, type CodeRecord } from './code.record';
import { Promotion } from '../data/promotion.entity';
import { PromotionCode } from '../data/promotion-code.entity';
import { usesOfCode } from '../data/redemption.queries';
import { codeListing } from '../data/promotion-code.listing';
import { codesAfter, countUpTo } from '../data/promotion-code.queries';
import { codeFault, CodeDraw, type CodeForm, lengthFault, mostCodes } from '../domain/codes/code-form';
import { canonicalCode } from '../domain/fold-text';
import { addNewCodes, type CodeTerms, newCodes, notAdded } from './new-codes';
import { codeByKey } from '../pool-codes';
import { CodeNotFound } from '../promotions.errors';
import { PromotionsService } from '../promotions.service';

/** Codes that a stream reads at once. */
const STREAMED = 1000;
/** Most draws to replace codes that already exist. */
const MAX_DRAWS = 20;
/** A form that allows more codes than any pool has needs no count of them. */
const MANY = 100_000_000n;

/** The codes of pools (promotions-at-scale.md 2 to 4). */
@Injectable()
export class CodesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly promotions: PromotionsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly customers: CustomersService,
  ) {}

  /**
   * Adds codes that somebody else made, all or none. @param lines of the codes in a table
   * @throws PromotionNotFound, ValidationFailed naming each code at fault by its line, else by its place
   */
  addList(codes: readonly string[], terms: CodeTerms, lines?: readonly number[]): Promise<CodeRecord[]> {
    const faults = codes.flatMap((code, i) => {
      const fault = codeFault(code);
      return fault === null ? [] : [[i, fault] as const];
    });
    requireNone(faults, lines);
    return this.transactions.run(async (tx) => {
      await this.promotions.openPool(tx, terms.promotionId);
      const now = this.clock.now();
      const rows = newCodes(this.ids, codes, terms, now);
      if ((await addNewCodes(tx, rows)) < rows.length) {
        const taken = await notAdded(tx, rows);
        const doubles = rows.flatMap(({ id }, i) => (taken.has(id) ? [[i, 'must be unique'] as const] : []));
        requireNone(doubles, lines);
      }
      return rows.map((row) => codeRecord(row, now));
    });
  }

  /** Draws codes at random. @throws PromotionNotFound, ValidationFailed when nearly all codes of the form exist */
  draw(count: number, form: CodeForm, terms: CodeTerms): Promise<CodeRecord[]> {
    return this.transactions.run(async (tx) => {
      await this.promotions.openPool(tx, terms.promotionId);
      const now = this.clock.now();
      const draw = new CodeDraw(form);
      const added: PromotionCode[] = [];
      for (let drawn = 0; added.length < count; drawn += 1) {
        if (drawn === MAX_DRAWS)
          throw ValidationFailed.of('length', 'must be larger: nearly all codes of this form exist');
        const codes = Array.from({ length: count - added.length }, () => draw.draw());
        const rows = newCodes(this.ids, codes, terms, now);
        const isAll = (await addNewCodes(tx, rows)) === rows.length;
        const taken = isAll ? new Set<string>() : await notAdded(tx, rows);
        added.push(...rows.filter(({ id }) => !taken.has(id)));
      }
      return added.map((row) => codeRecord(row, now));
    });
  }

  /**
   * Refuses codes whose form has too few for its pool, with those that the pool has already. Counts no more rows than that are.
   * @throws ValidationFailed naming `length`
   */
  async requireUnguessable(promotionId: string, form: CodeForm, count: number): Promise<void> {
    const most = mostCodes(form);
    if (most >= MANY) return;
    const present = await countUpTo(this.transactions.manager, promotionId, Number(most));
    if (BigInt(present + count) > most) throw new ValidationFailed(lengthFault(form.length));
  }

  /** @throws PromotionNotFound */
  requirePool(promotionId: string): Promise<void> {
    return this.promotions.require(this.transactions.manager, promotionId);
  }

  /** Codes of a pool; they may lag. @throws PromotionNotFound, ValidationFailed */
  async page(promotionId: string, list: ListQuery): Promise<Page<CodeRecord>> {
    const { manager } = this.transactions;
    await this.promotions.require(manager, promotionId);
    const now = this.clock.now();
    const customerId = await this.customers.idByEmail(manager, list.filters['customer']);
    const listing = codeListing({ promotionId, now, customerId });
    requireSort(listing, list);
    const conditions = conditionsOf(listing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const { rows, total } = await this.transactions.readLagging((lagging) =>
      readPage(lagging, matching(lagging, PromotionCode, [{ promotionId }, ...conditions]), listing, list),
    );
    return { rows: rows.map((row) => codeRecord(row, now)), total };
  }

  /** A code of a pool with the orders that used it. @throws CodeNotFound */
  async get(code: string): Promise<CodeDetailRecord> {
    const { manager } = this.transactions;
    const row = await this.row(manager, code);
    const promotion = await readById(manager, Promotion, row.promotionId);
    if (promotion === null) throw new CodeNotFound();
    const orders = (await usesOfCode(manager, row.id)).map(codeOrderRecord);
    return { ...codeRecord(row, this.clock.now()), promotion_title: promotion.title, orders };
  }

  /** Makes a code useless for further orders; those that used it keep their discount. @throws CodeNotFound */
  async revoke(code: string): Promise<CodeRecord> {
    return this.transactions.run(async (tx) => {
      const { id } = await this.row(tx, code);
      const now = this.clock.now();
      const change = { status: 'revoked' as const, revokedAt: now };
      await tx
        .createQueryBuilder()
        .update(PromotionCode)
        .set(change)
        .where('id = :id AND revokedAt IS NULL', { id })
        .execute();
      const row = await readById(tx, PromotionCode, id);
      if (row === null) throw new CodeNotFound();
      return codeRecord(row, now);
    });
  }

  /** All codes of a pool, the oldest first, a few at a time; they may lag. @throws PromotionNotFound before the first */
  async *all(promotionId: string): AsyncGenerator<CodeRecord[]> {
    await this.requirePool(promotionId);
    for (let after = ''; ;) {
      const rows = await this.transactions.readLagging((manager) => codesAfter(manager, promotionId, after, STREAMED));
      const now = this.clock.now();
      yield rows.map((row) => codeRecord(row, now));
      if (rows.length < STREAMED) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  private async row(manager: EntityManager, code: string): Promise<PromotionCode> {
    const row = await codeByKey(manager, canonicalCode(code));
    if (row === null || row.isOwn) throw new CodeNotFound();
    return row;
  }
}

/** @throws ValidationFailed naming the codes by their line, else by their place, from 0 */
function requireNone(
  faults: readonly (readonly [place: number, message: string])[],
  lines: readonly number[] | undefined,
): void {
  if (faults.length === 0) return;
  if (lines !== undefined) {
    const messages = faults.map(([place, message]) => `codes line ${lines[place] ?? 0} ${message}`);
    throw new ValidationFailed({ codes: messages });
  }
  const errors: FieldErrors = Object.fromEntries(
    faults.map(([place, message]) => [`codes.${place}`, [`codes.${place} ${message}`]]),
  );
  throw new ValidationFailed(errors);
}
