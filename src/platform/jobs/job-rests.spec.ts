import { JobRests } from './job-rests';

describe('the rests of a job', () => {
  /** The rests that works of so many milliseconds are followed by; each timer is `late`. */
  const restsAfter = async (share: number, works: readonly number[], late = 0): Promise<number[]> => {
    let now = 0;
    const rested: number[] = [];
    const pause = (ms: number): Promise<void> => {
      rested.push(ms);
      now += ms + late;
      return Promise.resolve();
    };
    const rests = new JobRests(share, pause, () => now);
    for (const work of works) {
      now += work;
      await rests.take();
    }
    return rested;
  };

  it('are as long as the share of the work asks for', async () => {
    expect(await restsAfter(40, [4, 10])).toEqual([6, 15]);
    expect(await restsAfter(80, [8])).toEqual([2]);
  });

  it('are left out by a job that has the machine for itself', async () => {
    expect(await restsAfter(100, [4, 400])).toEqual([]);
  });

  it('are added up when they are shorter than a timer', async () => {
    expect(await restsAfter(80, [2, 1, 1, 4])).toEqual([1, 1]);
  });

  it('make up for a timer that was late', async () => {
    expect(await restsAfter(50, [10, 4, 4], 6)).toEqual([10, 2]);
  });
});
