import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { INSTANT_FORM, isDay, parseInstant } from '../../../kernel/instant';
import { dayOf } from '../domain/figures';
import { MAX_DAYS, type Period, type Timeframe, TIMEFRAMES } from '../domain/window';

const TIMEFRAME_KEYS = Object.keys(TIMEFRAMES) as Timeframe[];

/** Fields of a query that name a period, as they came. */
export type PeriodQuery = Readonly<Record<string, unknown>>;

/** Reads the period of a query. @throws ValidationFailed naming timeframe, from or to */
export function readPeriod(query: PeriodQuery): Period {
  return { timeframe: timeframeOf(query['timeframe']), from: dayOfField(query, 'from'), to: dayOfField(query, 'to') };
}

function timeframeOf(raw: unknown): Timeframe | undefined {
  if (raw === undefined || raw === '') return undefined;
  const timeframe = TIMEFRAME_KEYS.find((key) => key === raw);
  if (timeframe === undefined) throw ValidationFailed.of('timeframe', `must be ${TIMEFRAME_KEYS.join(', ')}`);
  return timeframe;
}

function dayOfField(query: PeriodQuery, field: string): string | undefined {
  const raw = query[field];
  if (raw === undefined || raw === '') return undefined;
  const instant = typeof raw === 'string' ? parseInstant(raw.trim()) : undefined;
  const day = instant && dayOf(instant);
  // An offset may lead out of the years of four digits.
  if (day === undefined || !isDay(day)) {
    throw ValidationFailed.of(field, `must be a day such as 2026-03-31 or ${INSTANT_FORM}`);
  }
  return day;
}

const day = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, description, schema: { type: 'string', example: '2026-01-31' } });

/** Documents the fields that {@link readPeriod} reads. */
export const TakesPeriod = (): MethodDecorator =>
  applyDecorators(
    day(
      'from',
      `First day, UTC; of a time its day. Default: 29 days before \`to\`. At most ${MAX_DAYS} days with \`to\`.`,
    ),
    day('to', 'Last day, UTC; of a time its day. Default: today.'),
    ApiQuery({
      name: 'timeframe',
      required: false,
      description: 'Instead of `from`: the number of days up to `to`. `24hours` is one day.',
      schema: { type: 'string', enum: TIMEFRAME_KEYS },
    }),
  );
