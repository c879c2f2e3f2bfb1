import { DeliveryLanes } from './delivery-lanes';

const LIMITS = { underWay: 5, underWayEach: 2, waitingEach: 4 };
const ids = (taken: readonly { id: string }[]): string[] => taken.map(({ id }) => id);

describe('delivery lanes (webhooks.md 14)', () => {
  let lanes: DeliveryLanes;
  beforeEach(() => (lanes = new DeliveryLanes(LIMITS)));

  it('serve webhooks in turn, each up to its limit', () => {
    lanes.offer('a', ['a1', 'a2', 'a3'], 'first');
    lanes.offer('b', ['b1'], 'first');
    expect(ids(lanes.take())).toEqual(['a1', 'b1', 'a2']);
    expect(lanes.busy).toBe(3);
    lanes.offer('c', ['c1', 'c2'], 'first');
    expect(ids(lanes.take())).toEqual(['c1', 'c2']);
    lanes.done('a');
    expect(ids(lanes.take())).toEqual(['a3']);
  });

  it('stop at the limit of all together, and begin with whoever waited longest', () => {
    for (const name of ['a', 'b', 'c']) lanes.offer(name, [`${name}1`, `${name}2`, `${name}3`], 'first');
    expect(ids(lanes.take())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
    expect(lanes.take()).toEqual([]);
    lanes.done('a');
    expect(lanes.take()).toEqual([{ id: 'c2', webhookId: 'c' }]);
  });

  it('let first tries go before retries, also those of other webhooks', () => {
    lanes.offer('a', ['old1', 'old2'], 'again');
    lanes.offer('b', ['b1', 'b2', 'b3'], 'first');
    lanes.offer('c', ['c1', 'c2'], 'first');
    expect(ids(lanes.take())).toEqual(['b1', 'c1', 'b2', 'c2', 'old1']);
  });

  it('know an id once', () => {
    lanes.offer('a', ['1', '1'], 'first');
    lanes.offer('a', ['1'], 'again');
    expect(ids(lanes.take())).toEqual(['1']);
  });

  it('keep so many ids a webhook and look for the rest when those are gone', () => {
    lanes.offer('a', ['1', '2', '3', '4', '5'], 'first');
    expect(lanes.hungry()).toEqual([]);
    expect(ids(lanes.take())).toEqual(['1', '2']);
    lanes.done('a');
    lanes.done('a');
    expect(ids(lanes.take())).toEqual(['3', '4']);
    expect(lanes.hungry()).toEqual([]);
    lanes.done('a');
    expect(lanes.hungry()).toEqual(['a']);
    expect(lanes.hungry()).toEqual([]);
    lanes.nudge('a');
    expect(lanes.hungry()).toEqual(['a']);
  });
});
