import { PulseWatch } from './pulse-watch';

/** Looks every half second at workers whose counts are those of `beatsAt`. @returns when each was first found silent */
function watch(seconds: number, beatsAt: (ms: number) => Record<string, number>, isAway = (_: number) => false) {
  const pulses = new PulseWatch();
  const found: Record<string, number> = {};
  for (let ms = 0; ms <= seconds * 1000; ms += 500) {
    if (isAway(ms)) continue;
    const rows = Object.entries(beatsAt(ms)).map(([id, beats]) => ({ id, beats }));
    for (const { id } of pulses.look(rows, ms)) found[id] ??= ms;
  }
  return found;
}

const everyTwo = (ms: number): number => Math.floor(ms / 2_000);

describe('the watch over workers', () => {
  it('events.md 12: a worker is silent 3.5 s after its last sign was seen, one that beats never is', () => {
    expect(watch(20, (ms) => ({ alive: everyTwo(ms), dead: everyTwo(Math.min(ms, 7_000)) }))).toEqual({ dead: 9_500 });
  });

  it('one that is looked at every 1.5 s is found too', () => {
    const pulses = new PulseWatch();
    const found = [0, 1_500, 3_000, 4_500].map((ms) => pulses.look([{ id: 'dead', beats: 4 }], ms).length);
    expect(found).toEqual([0, 0, 0, 1]);
  });

  it('looks less often only while it has found no other worker', () => {
    const pulses = new PulseWatch();
    const alone = [[], [{ id: 'other', beats: 1 }], []].map((others, at) => {
      pulses.look(others, at);
      return pulses.isAlone;
    });
    expect(alone).toEqual([true, false, true]);
    // Two seconds between two looks: a worker that starts then and vanishes is found 3.5 s after the next one.
    const found = [0, 2_000, 4_000, 4_500, 5_000, 5_500, 6_000, 6_500, 7_000, 7_500].filter(
      (ms) => pulses.look(ms < 2_500 ? [] : [{ id: 'brief', beats: 0 }], ms).length > 0,
    );
    expect(found).toEqual([7_500]);
  });

  it('one that was dead before the first look is silent 3.5 s after it', () => {
    expect(watch(10, () => ({ dead: 40 }))).toEqual({ dead: 3_500 });
  });

  it('a sign that is late by 1.4 s kills nobody', () => {
    expect(watch(20, (ms) => ({ late: ms < 3_400 ? 0 : 1 + everyTwo(ms - 3_400) }))).toEqual({});
  });

  it('who could not look for a while holds no silence against anybody', () => {
    const isAway = (ms: number): boolean => ms > 5_000 && ms < 30_000;
    // Nobody could beat either: the database was away.
    const beats = (ms: number): number => everyTwo(Math.min(ms, 5_000)) + everyTwo(Math.max(0, ms - 30_000));
    expect(watch(40, (ms) => ({ back: beats(ms), dead: everyTwo(Math.min(ms, 5_000)) }), isAway)).toEqual({
      dead: 33_500,
    });
  });

  it('forgets who is gone: one of the same name begins anew', () => {
    const pulses = new PulseWatch();
    pulses.look([{ id: 'one', beats: 1 }], 0);
    pulses.look([], 1_000);
    expect(pulses.look([{ id: 'one', beats: 1 }], 2_000)).toEqual([]);
    expect([3_000, 4_000, 5_000, 5_500].map((ms) => pulses.look([{ id: 'one', beats: 1 }], ms))).toEqual([
      [],
      [],
      [],
      [{ id: 'one', beats: 1 }],
    ]);
  });
});
