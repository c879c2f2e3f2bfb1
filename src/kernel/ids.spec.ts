import { Clock } from './clock';
import { firstIdAt, firstUuidAt, IdGenerator, isId } from './ids';

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

  it.each(['0', '01', '-1', '1.0', '1e3', '', '9223372036854775808', 'x', '٣'])('are never %p', (text) => {
    expect(isId(text)).toBe(false);
  });
});
