import { Clock } from './clock';
import { firstIdAt, firstUuidAt, IdGenerator, instantOf, isId, randomHex, randomToken, timeOfUuid } from './ids';

class StoppedClock extends Clock {
  constructor(public ms: number) {
    super();
  }
  now(): Date {
    return new Date(this.ms);
  }
}

describe('ids', () => {
  it('rise strictly, also past the 4096 of one millisecond and when the clock goes back', () => {
    const clock = new StoppedClock(1_700_000_000_000);
    const ids = new IdGenerator(clock);
    const made = Array.from({ length: 5000 }, () => ids.next());
    clock.ms -= 60_000;
    made.push(ids.next());
    const numbers = made.map(BigInt);
    expect(numbers.every((id, i) => i === 0 || id > (numbers[i - 1] ?? 0n))).toBe(true);
    expect(made.every(isId)).toBe(true);
  });

  it('count through the 4096 of a millisecond, then borrow the next one, and never move back to it', () => {
    const clock = new StoppedClock(1_700_000_000_000);
    const ids = new IdGenerator(clock);
    const first = BigInt(ids.next());
    const more = Array.from({ length: 4097 }, () => BigInt(ids.next()) - first);
    expect([more[0], more[4094], more[4095], more[4096]]).toEqual([1n, 4095n, 1n << 22n, (1n << 22n) + 1n]);
    clock.ms += 1;
    expect(BigInt(ids.next()) - first).toBe((1n << 22n) + 2n);
    clock.ms += 1;
    expect(BigInt(ids.next()) - first).toBe(2n << 22n);
  });

  it('are of one node for as long as a process lives', () => {
    const ids = new IdGenerator(new StoppedClock(1_700_000_000_000));
    const nodes = Array.from({ length: 100 }, () => (BigInt(ids.next()) >> 12n) & 1023n);
    expect(new Set(nodes).size).toBe(1);
    const others = Array.from({ length: 100 }, () => new IdGenerator(new StoppedClock(0)).next());
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('tell when they were made, to the millisecond', () => {
    const clock = new StoppedClock(1_700_000_000_123);
    expect(instantOf(new IdGenerator(clock).next())).toEqual(new Date(1_700_000_000_123));
    expect(instantOf(firstIdAt(clock.now()))).toEqual(new Date(1_700_000_000_123));
  });

  it('begin in 2020, so that one for an earlier time is 0', () => {
    const at = (time: string): string => firstIdAt(new Date(time));
    expect([at('1999-12-31T00:00:00.000Z'), at('2020-01-01T00:00:00.000Z'), at('2020-01-01T00:00:00.001Z')]).toEqual([
      '0',
      '0',
      String(1 << 22),
    ]);
  });

  it('start at the first id of their millisecond', () => {
    const clock = new StoppedClock(1_700_000_000_000);
    const id = BigInt(new IdGenerator(clock).next());
    expect(id >= BigInt(firstIdAt(clock.now()))).toBe(true);
    expect(id < BigInt(firstIdAt(new Date(clock.ms + 1)))).toBe(true);
  });

  it('are UUIDv7 in text order for webhooks and events', () => {
    const ids = new IdGenerator(new StoppedClock(1_700_000_000_000));
    const made = Array.from({ length: 5000 }, () => ids.nextUuid());
    expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(made.length);
  });

  it('are UUIDs after the first of their millisecond and before that of the next', () => {
    const clock = new StoppedClock(1_700_000_000_000);
    const id = new IdGenerator(clock).nextUuid();
    expect(firstUuidAt(clock.now())).toBe('018bcfe5-6800');
    expect(id > firstUuidAt(clock.now())).toBe(true);
    expect(id < firstUuidAt(new Date(clock.ms + 1))).toBe(true);
  });

  it('are UUIDs that count through a millisecond, then borrow the next one', () => {
    const clock = new StoppedClock(1_700_000_000_000);
    const ids = new IdGenerator(clock);
    const made = Array.from({ length: 4098 }, () => ids.nextUuid().slice(0, 18));
    expect([made[0], made[1], made[4095], made[4096], made[4097]]).toEqual([
      '018bcfe5-6800-7000',
      '018bcfe5-6800-7001',
      '018bcfe5-6800-7fff',
      '018bcfe5-6801-7000',
      '018bcfe5-6801-7001',
    ]);
    clock.ms += 2;
    expect(ids.nextUuid().slice(0, 18)).toBe('018bcfe5-6802-7000');
  });

  it('are UUIDs that tell when they were made, also long ago', () => {
    const clock = new StoppedClock(1_700_000_000_123);
    expect(timeOfUuid(new IdGenerator(clock).nextUuid())).toEqual(new Date(1_700_000_000_123));
    clock.ms = 5;
    const early = new IdGenerator(clock).nextUuid();
    expect([early.slice(0, 18), timeOfUuid(early)]).toEqual(['00000000-0005-7000', new Date(5)]);
    expect([firstUuidAt(new Date(5)), firstUuidAt(new Date(-5))]).toEqual(['00000000-0005', '00000000-0000']);
  });

  it.each(['1', '10', '9007199254740993', '9223372036854775807'])('can be %p', (text) => {
    expect(isId(text)).toBe(true);
  });

  it.each(['0', '01', '-1', '1.0', '1e3', '', '9223372036854775808', 'x', '٣', ' 1', '1\n', '99999999999999999999'])(
    'are never %p',
    (text) => {
      expect(isId(text)).toBe(false);
    },
  );
});

describe('what is drawn at random', () => {
  it('is as long as was asked for, in letters that need no escape, and never the same', () => {
    const tokens = Array.from({ length: 50 }, () => randomToken(32));
    expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token))).toEqual([]);
    const names = Array.from({ length: 50 }, () => randomHex(8));
    expect(names.filter((name) => !/^[0-9a-f]{16}$/.test(name))).toEqual([]);
    expect([new Set(tokens).size, new Set(names).size]).toEqual([50, 50]);
  });
});
