import { Loop } from './loop';

describe('a loop', () => {
  let found: boolean[];
  let passes: number;
  let loop: Loop;
  beforeEach(() => {
    jest.useFakeTimers();
    passes = 0;
    found = [];
    const pass = async (): Promise<boolean> => {
      passes += 1;
      return found.shift() ?? false;
    };
    loop = new Loop({ restMs: 1_000, idleRestMs: 5_000, pass });
  });
  afterEach(async () => {
    await loop.stop();
    jest.useRealTimers();
  });
  const passesAfter = async (ms: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(ms);
    return passes;
  };

  it('passes at once, soon after a pass that found work, and later after one that found none', async () => {
    found = [true, false];
    loop.start();
    expect(await passesAfter(999)).toBe(1);
    expect(await passesAfter(1)).toBe(2);
    expect(await passesAfter(4_999)).toBe(2);
    expect(await passesAfter(1)).toBe(3);
  });

  it('comes soon when it is woken, however often, and rests as long as before afterwards', async () => {
    loop.start();
    expect(await passesAfter(100)).toBe(1);
    loop.wake();
    await passesAfter(600);
    loop.wake();
    expect(await passesAfter(399)).toBe(1);
    expect(await passesAfter(1)).toBe(2);
    expect(await passesAfter(4_999)).toBe(2);
    expect(await passesAfter(1)).toBe(3);
  });

  it('comes soon when it is woken during a pass, which may have looked before', async () => {
    let end: (isFound: boolean) => void = () => undefined;
    const pass = (): Promise<boolean> => {
      passes += 1;
      return new Promise((resolve) => (end = resolve));
    };
    loop = new Loop({ restMs: 1_000, idleRestMs: 5_000, pass });
    loop.start();
    await passesAfter(100);
    loop.wake();
    end(false);
    expect(await passesAfter(1_000)).toBe(2);
    end(false);
  });

  it('stops after the pass under way, and not before', async () => {
    let end: (isFound: boolean) => void = () => undefined;
    loop = new Loop({ restMs: 1_000, pass: () => new Promise((resolve) => (end = resolve)) });
    loop.start();
    await passesAfter(0);
    let isOver = false;
    const stopped = loop.stop().then(() => (isOver = true));
    await passesAfter(0);
    expect([isOver, loop.isStopped]).toEqual([false, true]);
    end(true);
    await stopped;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not begun by waking it', async () => {
    loop.wake();
    expect(await passesAfter(10_000)).toBe(0);
  });
});
