import { FairQueue } from './fair-queue';

const LIMITS = { underWay: 5, underWayEach: 2, waitingEach: 4 };
const ids = (taken: readonly { id: string }[]): string[] => taken.map(({ id }) => id);

describe('the fair queue (webhooks.md 14)', () => {
  let queue: FairQueue;
  beforeEach(() => (queue = new FairQueue(LIMITS)));

  it('serves webhooks in turn, each up to its limit', () => {
    queue.enqueue('a', ['a1', 'a2', 'a3'], 'first');
    queue.enqueue('b', ['b1'], 'first');
    expect(ids(queue.takeNext())).toEqual(['a1', 'b1', 'a2']);
    expect(queue.size).toBe(3);
    queue.enqueue('c', ['c1', 'c2'], 'first');
    expect(ids(queue.takeNext())).toEqual(['c1', 'c2']);
    queue.finish('a');
    expect(ids(queue.takeNext())).toEqual(['a3']);
  });

  it('stops at the limit of all together, and starts with the webhook that waited longest', () => {
    for (const name of ['a', 'b', 'c']) queue.enqueue(name, [`${name}1`, `${name}2`, `${name}3`], 'first');
    expect(ids(queue.takeNext())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
    expect(queue.takeNext()).toEqual([]);
    queue.finish('a');
    expect(queue.takeNext()).toEqual([{ id: 'c2', webhookId: 'c' }]);
  });

  it('lets first tries go before retries, also those of other webhooks', () => {
    queue.enqueue('a', ['old1', 'old2'], 'retry');
    queue.enqueue('b', ['b1', 'b2', 'b3'], 'first');
    queue.enqueue('c', ['c1', 'c2'], 'first');
    expect(ids(queue.takeNext())).toEqual(['b1', 'c1', 'b2', 'c2', 'old1']);
  });

  it('keeps an id once', () => {
    queue.enqueue('a', ['1', '1'], 'first');
    queue.enqueue('a', ['1'], 'retry');
    expect(ids(queue.takeNext())).toEqual(['1']);
  });

  it('keeps a limited number of ids of a webhook, and asks for more when they are gone', () => {
    queue.enqueue('a', ['1', '2', '3', '4', '5'], 'first');
    expect(queue.takeStarved()).toEqual([]);
    expect(ids(queue.takeNext())).toEqual(['1', '2']);
    queue.finish('a');
    queue.finish('a');
    expect(ids(queue.takeNext())).toEqual(['3', '4']);
    expect(queue.takeStarved()).toEqual([]);
    queue.finish('a');
    expect(queue.takeStarved()).toEqual(['a']);
    expect(queue.takeStarved()).toEqual([]);
    queue.expectMore('a');
    expect(queue.takeStarved()).toEqual(['a']);
  });

  it('gives the places of suspended deliveries to other webhooks, not to their own', () => {
    for (const name of ['a', 'b', 'c', 'd']) queue.enqueue(name, [`${name}1`, `${name}2`, `${name}3`], 'first');
    expect(ids(queue.takeNext())).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
    queue.suspend();
    queue.suspend();
    expect([queue.size, ...ids(queue.takeNext())]).toEqual([3, 'b2', 'c2']);
    for (const name of ['b', 'c', 'd']) queue.finish(name);
    expect(ids(queue.takeNext())).toEqual(['d2', 'b3', 'c3']);
    queue.resume();
    queue.resume();
    expect([queue.size, ...queue.takeNext()]).toEqual([7]);
  });
});
