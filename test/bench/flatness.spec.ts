import { type Flatness, flatnessOf, type Series } from '../../bench/soak/flatness';

const LIMIT = { anHour: 8, atAll: 2 };
/** A minute and a half of looks. */
const SECONDS = Array.from({ length: 60 }, (_, i) => i * 1.5);
/** The heap after a garbage collection varies: by up to 1 in both directions, with a wild value now and then. */
const NOISE = SECONDS.map((second, i) => ((second * 7919) % 200) / 100 - 1 + (i % 13 === 5 ? 25 : 0));

const judged = (values: (second: number, noise: number) => number): Flatness => {
  const series: Series = SECONDS.map((second, i) => [second, values(second, NOISE[i] ?? 0)]);
  return flatnessOf('heap', series, LIMIT);
};

describe('the judgement of a soak', () => {
  it('calls flat what only trembles, falls, or grows by less than is allowed', () => {
    const trembling = judged((_second, noise) => 70 + noise);
    const falling = judged((second, noise) => 90 - second / 10 + noise);
    const creeping = judged((second, noise) => 70 + second / 100 + noise);
    expect([trembling, falling, creeping].map(({ isFlat }) => isFlat)).toEqual([true, true, true]);
  });

  it('does not call flat what leaks 2 kB a request, 25 times a second', () => {
    const leaking = judged((second, noise) => 70 + (second * 25 * 2) / 1024 + noise);
    expect(leaking).toEqual({
      name: 'heap',
      first: expect.closeTo(70.3, 0) as number,
      last: expect.closeTo(74, 0) as number,
      growth: expect.closeTo(4.3, 0) as number,
      growthAnHour: expect.closeTo(180, -1) as number,
      allowed: 2,
      isFlat: false,
    });
  });

  it('allows a long watch what it allows an hour', () => {
    const hours = SECONDS.map((second): [number, number] => [second * 80, 70 + (second * 80 * 7) / 3600]);
    expect(flatnessOf('heap', hours, LIMIT)).toMatchObject({
      growthAnHour: expect.closeTo(7, 5) as number,
      isFlat: true,
    });
    const twice = hours.map(([second, value]): [number, number] => [second, 70 + (value - 70) * 2]);
    expect(flatnessOf('heap', twice, LIMIT)).toMatchObject({
      growthAnHour: expect.closeTo(14, 5) as number,
      isFlat: false,
    });
  });

  it('judges nothing by a handful of looks', () => {
    expect(() => flatnessOf('heap', [[0, 1]], LIMIT)).toThrow(new RangeError('heap: 1 values are too few to judge'));
  });
});
