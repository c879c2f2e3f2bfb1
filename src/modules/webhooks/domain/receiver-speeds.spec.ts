import { ReceiverSpeeds } from './receiver-speeds';

describe('the speeds of receivers', () => {
  let speeds: ReceiverSpeeds;
  beforeEach(() => (speeds = new ReceiverSpeeds(4)));

  it.each([
    [0, 60],
    [2, 60],
    [10, 20],
    [60, 3],
    [200, 1],
    [201, 0],
    [10_000, 0],
  ])('of %d ms an attempt lets claim %d ahead', (ms, ahead) => {
    expect(speeds.aheadOf('a')).toBe(0);
    speeds.note('a', ms);
    expect([speeds.aheadOf('a'), speeds.aheadOf('b')]).toEqual([ahead, 0]);
  });

  it('follow the last attempts, and a failed one ends them', () => {
    speeds.note('a', 10);
    speeds.note('a', 60);
    expect(speeds.aheadOf('a')).toBe(10);
    speeds.note('a', undefined);
    expect(speeds.aheadOf('a')).toBe(0);
  });

  it('are kept of the 1,000 webhooks that were heard of last', () => {
    for (let i = 0; i < 1_000; i += 1) speeds.note(String(i), 10);
    speeds.note('0', 10);
    speeds.note('more', 10);
    expect(['0', '1', '2', 'more'].map((id) => speeds.aheadOf(id))).toEqual([20, 0, 20, 20]);
  });
});
