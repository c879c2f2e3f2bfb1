import { FairQueue } from './fair-queue';

const LIMITS = { underWay: 5, underWayEach: 2, ahead: 6, waitingEach: 4 };
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

  it('asks for more only of webhooks that have more, and that could go on', () => {
    queue = new FairQueue({ ...LIMITS, underWay: 2 });
    queue.enqueue('a', ['1', '2', '3'], 'first');
    queue.expectMore('b');
    expect([ids(queue.takeNext()), queue.takeStarved()]).toEqual([['1', '2'], []]);
    queue.finish('a');
    expect(queue.takeStarved()).toEqual(['b']);
    expect([ids(queue.takeNext()), queue.takeStarved()]).toEqual([['3'], []]);
  });

  it('asks for more of a webhook of which nothing is under way any more', () => {
    queue.enqueue('a', ['1', '2', '3', '4', '5'], 'first');
    for (let i = 0; i < 2; i += 1) {
      queue.takeNext();
      queue.finish('a');
      queue.finish('a');
    }
    expect([queue.size, queue.takeStarved()]).toEqual([0, ['a']]);
  });

  it('forgets a webhook that has nothing left: its next delivery comes after those that wait', () => {
    queue.enqueue('a', ['a1'], 'first');
    queue.takeNext();
    queue.finish('a');
    queue.enqueue('b', ['b1'], 'first');
    queue.enqueue('a', ['a2'], 'first');
    expect(ids(queue.takeNext())).toEqual(['b1', 'a2']);
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

  describe('takes ahead', () => {
    const ALL = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const fast = (limits = {}) =>
      new FairQueue({ ...LIMITS, waitingEach: 20, ...limits }, (id) => (id === 'slow' ? 0 : 4));

    it('of a fast receiver, and again once half of that is gone', () => {
      queue = fast();
      queue.enqueue('a', ALL, 'first');
      expect([ids(queue.takeNext()), queue.size]).toEqual([ALL.slice(0, 6), 6]);
      queue.finish('a');
      queue.finish('a');
      expect(queue.takeNext()).toEqual([]);
      queue.finish('a');
      expect([ids(queue.takeNext()), queue.size]).toEqual([['7', '8'], 5]);
      for (let i = 0; i < 5; i += 1) queue.finish('a');
      expect(queue.size).toBe(0);
    });

    it('nothing of a slow receiver, and of all together no more than the limit', () => {
      queue = fast({ underWay: 8 });
      for (const name of ['slow', 'a', 'b'])
        queue.enqueue(
          name,
          ALL.map((id) => `${name}${id}`),
          'first',
        );
      expect(ids(queue.takeNext())).toEqual([
        'slow1',
        'a1',
        'b1',
        'slow2',
        'a2',
        'b2',
        'a3',
        'a4',
        'a5',
        'a6',
        'b3',
        'b4',
      ]);
    });

    it('nothing while another webhook waits for a place', () => {
      queue = fast({ underWay: 4 });
      for (const name of ['a', 'b', 'c'])
        queue.enqueue(
          name,
          ALL.map((id) => `${name}${id}`),
          'first',
        );
      expect(ids(queue.takeNext())).toEqual(['a1', 'b1', 'c1', 'a2']);
      queue.finish('a');
      expect(ids(queue.takeNext())).toEqual(['b2']);
    });

    it('beside a webhook that has a place left and nothing that waits', () => {
      queue = fast();
      queue.enqueue('b', ['b1'], 'first');
      queue.enqueue('a', ALL, 'first');
      expect(ids(queue.takeNext())).toEqual(['b1', '1', '2', '3', '4', '5', '6']);
    });

    it('and keeps its places until what was taken ahead is done', () => {
      queue = fast({ underWay: 2 });
      queue.enqueue('a', ALL.slice(0, 6), 'first');
      expect(ids(queue.takeNext())).toEqual(ALL.slice(0, 6));
      queue.enqueue('b', ['b1'], 'first');
      const taken = [1, 2, 3, 4, 5].map(() => {
        queue.finish('a');
        return ids(queue.takeNext());
      });
      expect(taken).toEqual([[], [], [], [], ['b1']]);
    });

    it('first tries before retries, and has the database read once half is gone', () => {
      queue = fast();
      queue.enqueue('a', ['r1', 'r2', 'r3'], 'retry');
      queue.enqueue('a', ['1', '2', '3'], 'first');
      queue.expectMore('a');
      expect(ids(queue.takeNext())).toEqual(['1', '2', '3', 'r1', 'r2', 'r3']);
      expect(queue.takeStarved()).toEqual([]);
      for (let i = 0; i < 3; i += 1) queue.finish('a');
      expect(queue.takeStarved()).toEqual(['a']);
    });
  });
});
