import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { isDay, parseInstant } from '../../../kernel/times/instant';
import { CONFIG, type Config } from '../../../platform/config/config';
import { type Job } from '../../../platform/jobs/job.entity';
import { type CodeRecord } from './code.record';
import { CodeJobsService, type ListedCode } from './code-jobs.service';
import { codesIn } from './code-table';
import { CodesService } from './codes.service';
import { type CodeForm, formFaults } from '../domain/codes/code-form';
import { endOfDay } from '../../../kernel/times/local-time';
import { type CodeTerms } from './new-codes';

/** Codes that a request adds itself. A job adds more. */
const MAX_AT_ONCE = 1000;
/** The latest instant that the databases can store. */
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z');

/** Codes to add to a pool. */
export interface AddCodes {
  /** Number of codes to draw at random; null: `codes` lists them. */
  readonly count: number | null;
  readonly form: CodeForm;
  /** Codes that the caller made; null: none are listed here. */
  readonly codes: readonly string[] | null;
  /** Most uses of each; 0: no limit. */
  readonly uses: number;
  /** A day or an instant; null: they do not expire. */
  readonly expires: string | null;
}

/** The codes that were added, or the job that adds them. */
export type AddedCodes = { readonly codes: readonly CodeRecord[] } | { readonly job: Job };

/** Takes requests for codes, and decides which of them are jobs. */
@Injectable()
export class AddCodesService {
  constructor(
    private readonly codes: CodesService,
    private readonly jobs: CodeJobsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws PromotionNotFound, ValidationFailed naming each field at fault */
  async add(promotionId: string, request: AddCodes): Promise<AddedCodes> {
    const terms = this.terms(promotionId, request);
    const { count, codes, form } = request;
    if (count !== null && codes !== null) throw ValidationFailed.of('codes', 'must not be sent together with count');
    if (codes !== null) {
      if (codes.length === 0) throw ValidationFailed.of('codes', 'must not be empty');
      return { codes: await this.codes.addList(codes, terms) };
    }
    if (count === null) throw ValidationFailed.of('count', 'is required unless codes are sent');
    const faults = formFaults(form, count);
    if (faults !== null) throw new ValidationFailed(faults);
    await this.codes.requireUnguessable(promotionId, form, count);
    if (count <= MAX_AT_ONCE) return { codes: await this.codes.draw(count, form, terms) };
    return { job: await this.jobs.generate(count, form, terms) };
  }

  /**
   * Adds the codes of a table. @param path of its file
   * @throws PromotionNotFound, ValidationFailed naming `codes` or what is wrong with the terms, InvalidUtf8
   */
  async addTable(promotionId: string, path: string, request: AddCodes): Promise<AddedCodes> {
    const terms = this.terms(promotionId, request);
    await this.codes.requirePool(promotionId);
    const rows = codesIn(path);
    const first: ListedCode[] = [];
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
      first.push(next.value);
      if (first.length > MAX_AT_ONCE) return { job: await this.jobs.importList(joined(first, rows), terms) };
    }
    if (first.length === 0) throw ValidationFailed.of('codes', 'must not be empty: the table has no line with a code');
    const codes = first.map(({ code }) => code);
    const lines = first.map(({ line }) => line);
    return { codes: await this.codes.addList(codes, terms, lines) };
  }

  private terms(promotionId: string, { uses, expires }: AddCodes): CodeTerms {
    return { promotionId, uses, expiresAt: expires === null ? null : this.lastInstant(expires) };
  }

  /** Returns the instant of a text; for a day, its last instant in the store's time zone (promotions.md 36). */
  private lastInstant(text: string): Date {
    const instant = isDay(text) ? endOfDay(text, this.config.store.timeZone) : parseInstant(text);
    if (instant === undefined || instant <= this.clock.now())
      throw ValidationFailed.of('expires', 'must be in the future');
    return instant < LAST_INSTANT ? instant : LAST_INSTANT;
  }
}

async function* joined(first: readonly ListedCode[], rest: AsyncIterable<ListedCode>): AsyncGenerator<ListedCode> {
  yield* first;
  yield* rest;
}
