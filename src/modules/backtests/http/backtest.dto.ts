import { ApiExtraModels, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { INSTANT_FORM, parseInstant, parseLastInstant } from '../../../kernel/times/instant';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { ChoiceField, Field, TextField } from '../../../platform/http/fields/fields';
import { listParser, nestedParser } from '../../../platform/http/fields/nested-dto';
import { ORDER_STATUS_KEYS } from '../../orders/order.record';
import { TRIAL_CODES, TRIAL_MODES, type TrialCodes, type TrialMode } from '../../promotions/promotion-trial';
import { type SentPromotion } from '../../promotions/promotions.service';
import { BACKTEST_BASELINES, type BacktestBaseline } from '../domain/backtest-terms';
import { type BacktestRequest, DEFAULT_DAYS, MAX_DAYS, MAX_PROMOTIONS } from '../backtests.service';

/** The placed orders that a back-test replays. */
export class BacktestFilterDto {
  @TextField({
    description: 'Status of the order now; several separated by commas. Default: every status.',
    example: 'paid',
  })
  status?: string | null;

  @TextField({ max: 3, description: 'Code of the currency of the order. Default: every currency.', example: 'GBP' })
  currency?: string | null;
}

const time =
  (parse: (text: string) => Date | undefined): FieldParser =>
  (raw) => {
    const instant = typeof raw === 'string' && raw.length <= 32 ? parse(raw.trim()) : undefined;
    return instant ?? new FieldProblem(`must be a day or ${INSTANT_FORM}`);
  };
const TIME = { type: 'string', maxLength: 32 } as const;

const list = listParser('promotions');

function isPromotion(sent: unknown): boolean {
  return typeof sent === 'string' || (typeof sent === 'object' && sent !== null && !Array.isArray(sent));
}

/** An id may be sent as a number where it is exact. */
const promotions: FieldParser = (raw) => {
  const read = list(raw);
  if (read instanceof FieldProblem) return read;
  if (read.length === 0) return new FieldProblem('must name a promotion, or be left out for all live ones');
  const sent = read.map((one) => (Number.isSafeInteger(one) ? String(one) : one));
  const wrong = sent.flatMap((one, i) => (isPromotion(one) ? [] : [`promotions.${i}`]));
  const faults = Object.fromEntries(wrong.map((path) => [path, [`${path} must be an id or an object`]]));
  return wrong.length === 0 ? sent : new FieldProblem('is not valid', faults);
};
const PROMOTIONS = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_PROMOTIONS,
  items: { oneOf: [{ type: 'string', description: 'Id.' }, { $ref: '#/components/schemas/InlinePromotion' }] },
} as const;
const FILTER = { oneOf: [{ type: 'string', description: 'JSON text.' }, { $ref: getSchemaPath(BacktestFilterDto) }] };

/** A back-test of promotions. */
@ApiSchema({ name: 'CreateBacktest' })
@ApiExtraModels(BacktestFilterDto)
export class CreateBacktestDto {
  @Field(time(parseInstant), TIME, {
    description: `First time of an order, UTC unless it has an offset. Default: ${DEFAULT_DAYS} days before \`to\`; at most ${MAX_DAYS}.`,
    example: '2026-01-01',
  })
  from?: Date | null;

  @Field(time(parseLastInstant), TIME, {
    description: 'Last time of an order; a day counts whole. Default: now.',
    example: '2026-03-31',
  })
  to?: Date | null;

  @Field(promotions, PROMOTIONS as never, {
    description:
      'Ids of promotions, and unsaved promotions with the fields of a promotion and optionally an `id`. Default: all live ones.',
  })
  promotions?: readonly (SentPromotion | string)[] | null;

  @ChoiceField({
    keys: TRIAL_MODES,
    preset: 'instead',
    name: 'BacktestMode',
    description: 'instead: these promotions alone. added: with those of the baseline. Default: instead.',
  })
  mode?: TrialMode | null;

  @ChoiceField({
    keys: BACKTEST_BASELINES,
    preset: 'then',
    name: 'BacktestBaseline',
    description:
      'Baseline of the comparison. then: the orders as they were paid. live: the orders with the promotions that are live now, on every day, without these. Default: then.',
  })
  baseline?: BacktestBaseline | null;

  @ChoiceField({
    keys: TRIAL_CODES,
    preset: 'as_used',
    name: 'BacktestCodes',
    description:
      'Codes of these promotions. as_used: where the buyer used it. always: everywhere. never: nowhere. Default: as_used.',
  })
  codes?: TrialCodes | null;

  @Field(nestedParser(BacktestFilterDto, 'filter'), FILTER, { description: 'Which orders are replayed. Default: all.' })
  filter?: BacktestFilterDto | null;

  /** The request, defaults filled in. @throws ValidationFailed naming filter.status */
  toRequest(): BacktestRequest {
    return {
      from: this.from ?? null,
      to: this.to ?? null,
      promotions: this.promotions ?? null,
      mode: this.mode ?? 'instead',
      baseline: this.baseline ?? 'then',
      codes: this.codes ?? 'as_used',
      filter: filterOf(this.filter ?? {}),
    };
  }
}

function filterOf({ status, currency }: BacktestFilterDto): BacktestRequest['filter'] {
  return { status: statusesOf(status), currency: currency?.toUpperCase() ?? null };
}

function statusesOf(text: string | null | undefined): readonly string[] | null {
  if (!text) return null;
  const statuses = [...new Set(text.split(',').map((word) => word.trim()))];
  if (statuses.every((status) => ORDER_STATUS_KEYS.some((key) => key === status))) return statuses;
  throw ValidationFailed.of('filter.status', `must be of ${ORDER_STATUS_KEYS.join(', ')}, separated by commas`);
}
