import { BatchPace } from './batch-pace';

const MINUTE = 60_000;

describe('the pace of batches', () => {
  /** The sizes of the batches after each took so many milliseconds. */
  const sizes = (...took: number[]): number[] => {
    const pace = new BatchPace({ largestBatch: 500 });
    return [
      pace.limit,
      ...took.map((ms) => {
        pace.record(0, ms, true);
        return pace.limit;
      }),
    ];
  };

  it('begins small and doubles quick batches up to the largest', () => {
    expect(sizes(1, 12, 0, 5, 5)).toEqual([63, 126, 252, 500, 500, 500]);
  });

  it('halves slow batches, but not below an eighth of the largest', () => {
    expect(sizes(0, 0, 0, 26, 200, 200, 200, 200)).toEqual([63, 126, 252, 500, 250, 125, 63, 63, 63]);
  });

  it('stays where a batch takes about as long as it may', () => {
    expect(sizes(13, 25, 20)).toEqual([63, 63, 63, 63]);
  });

  it('says that it is behind once in ten minutes of full batches', () => {
    const pace = new BatchPace({ largestBatch: 500 });
    const behind: number[] = [];
    for (let minute = 0; minute <= 35; minute += 1) {
      if (pace.record(minute * MINUTE, minute * MINUTE + 10, minute !== 14)) behind.push(minute);
    }
    // At 14 there was nothing left, so it begins anew at 15.
    expect(behind).toEqual([10, 25, 35]);
  });
});
