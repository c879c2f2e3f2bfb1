/** An amount in the baseline, and in the test; in the default currency. */
export interface ThenAndTest<T = bigint> {
  readonly then: T;
  readonly test: T;
}
