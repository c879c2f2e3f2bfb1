/** States of a back-test. */
export const BACKTEST_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

/**
 * The orders that a test is compared with, which its result calls `then`. `then`: as they were paid. `live`: priced with the
 * promotions that are live at the request, without the tested ones.
 */
export const BACKTEST_BASELINES = ['then', 'live'] as const;
export type BacktestBaseline = (typeof BACKTEST_BASELINES)[number];

/** The placed orders that a back-test replays; null: all of them. */
export interface ReplayFilter {
  readonly status: readonly string[] | null;
  /** Code of the currency. */
  readonly currency: string | null;
}

/** A promotion of a back-test. */
export interface NamedPromotion {
  readonly id: string;
  readonly title: string;
}

/** Whether an order passes a filter. */
export function passes({ status, currency }: ReplayFilter, order: { status: string; currencyCode: string }): boolean {
  return (status === null || status.includes(order.status)) && (currency === null || currency === order.currencyCode);
}
