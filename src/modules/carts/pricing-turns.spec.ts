import { setImmediate as nextRound } from 'node:timers/promises';
import { PricingTurns } from './pricing-turns';

describe('the turns of large carts (storefront.md 1)', () => {
  it('come one in a round of the event loop, in the order in which they were asked for', async () => {
    const turns = new PricingTurns();
    const seen: (number | 'round')[] = [];
    const rounds = (async () => {
      for (let round = 0; round < 8; round += 1) {
        await nextRound();
        seen.push('round');
      }
    })();
    await Promise.all([0, 1, 2].map((i) => turns.take().then(() => seen.push(i))));
    await rounds;
    const order = seen.filter((one) => one !== 'round');
    const between = [0, 1].map((i) => seen.slice(seen.indexOf(i), seen.indexOf(i + 1)).includes('round'));
    expect([order, between]).toEqual([
      [0, 1, 2],
      [true, true],
    ]);
  });
});
