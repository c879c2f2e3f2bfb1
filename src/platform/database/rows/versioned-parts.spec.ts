import { type EntityManager } from 'typeorm';
import { VersionedParts } from './versioned-parts';

const OUTSIDE = {} as EntityManager;
const WITHIN = { queryRunner: { isTransactionActive: true } } as unknown as EntityManager;

describe('copies of parts of rows (ADR 10)', () => {
  let read: string[];
  const row = (id: string, version = 1, time = 0) => ({ id, version, updatedAt: new Date(time) });
  const ask = async (copies: VersionedParts<string[]>, manager: EntityManager, ...rows: ReturnType<typeof row>[]) => {
    read = [];
    const parts = await copies.of(manager, rows, async (unknown) => {
      read = unknown.map(({ id }) => id);
      return new Map(unknown.filter(({ id }) => id !== 'none').map(({ id, version }) => [id, [`${id}${version}`]]));
    });
    return Object.fromEntries(parts);
  };
  const ofWeight = (weight: number, room: number) => new VersionedParts<string[]>(() => weight, room);

  it('are read once for each version, and again when the time is another: a backup counts versions anew', async () => {
    const copies = ofWeight(1, 10_000);
    expect([await ask(copies, OUTSIDE, row('a'), row('b')), read]).toEqual([{ a: ['a1'], b: ['b1'] }, ['a', 'b']]);
    expect([await ask(copies, OUTSIDE, row('a'), row('c')), read]).toEqual([{ a: ['a1'], c: ['c1'] }, ['c']]);
    expect([await ask(copies, OUTSIDE, row('a', 2), row('b')), read]).toEqual([{ a: ['a2'], b: ['b1'] }, ['a']]);
    expect([await ask(copies, OUTSIDE, row('a', 2, 5)), read]).toEqual([{ a: ['a2'] }, ['a']]);
    expect([await ask(copies, OUTSIDE, row('a', 2, 5)), read]).toEqual([{ a: ['a2'] }, []]);
  });

  it('are neither read nor kept by a transaction, whose changes may be rolled back', async () => {
    const copies = ofWeight(1, 10_000);
    expect([await ask(copies, WITHIN, row('a', 2)), read]).toEqual([{ a: ['a2'] }, ['a']]);
    expect([await ask(copies, OUTSIDE, row('a', 2)), read]).toEqual([{ a: ['a2'] }, ['a']]);
    expect([await ask(copies, WITHIN, row('a', 2)), read]).toEqual([{ a: ['a2'] }, ['a']]);
  });

  it('take no more room than they may: what was used longest ago goes, what is too large is not kept', async () => {
    // Each weighs 1,000 with what keeping it takes.
    const copies = ofWeight(700, 3_000);
    await ask(copies, OUTSIDE, row('a'), row('b'), row('c'));
    await ask(copies, OUTSIDE, row('a'));
    await ask(copies, OUTSIDE, row('d'));
    await ask(copies, OUTSIDE, row('a'), row('c'), row('d'));
    expect(read).toEqual([]);
    await ask(copies, OUTSIDE, row('b'));
    expect(read).toEqual(['b']);
    // A newer version takes the room of the older one.
    for (let version = 2; version < 9; version += 1) await ask(copies, OUTSIDE, row('b', version));
    await ask(copies, OUTSIDE, row('c'), row('d'), row('b', 8));
    expect(read).toEqual([]);
    const small = ofWeight(701, 1_000);
    await ask(small, OUTSIDE, row('a'));
    await ask(small, OUTSIDE, row('a'));
    expect(read).toEqual(['a']);
  });

  it('are of rows that have parts, and cannot be changed by those who share them', async () => {
    const copies = ofWeight(1, 10_000);
    expect(await ask(copies, OUTSIDE, row('none'), row('a'))).toEqual({ a: ['a1'] });
    const [parts] = Object.values(await ask(copies, OUTSIDE, row('a')));
    expect(() => parts?.push('more')).toThrow(TypeError);
    expect(await ask(copies, OUTSIDE)).toEqual({});
    expect(read).toEqual([]);
  });
});
