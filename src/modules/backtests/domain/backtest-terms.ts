/** States of a back-test. */
export const BACKTEST_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

/** The placed orders that a back-test replays; null: all of them. */
export interface ReplayFilter {
  readonly status: readonly string[] | null;
  /** Code. */
  readonly currency: string | null;
}

/** A promotion that is tested. */
export interface NamedPromotion {
  readonly id: string;
  readonly title: string;
}

/** Whether an order passes a filter. */
export function passes({ status, currency }: ReplayFilter, order: { status: string; currencyCode: string }): boolean {
  return (status === null || status.includes(order.status)) && (currency === null || currency === order.currencyCode);
}
