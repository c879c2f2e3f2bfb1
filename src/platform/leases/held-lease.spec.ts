import { HeldLease } from './held-lease';

describe('a held lease', () => {
  let now: number;
  let isFree: boolean;
  let asked: string[];
  let held: HeldLease;
  beforeEach(() => {
    now = 0;
    isFree = true;
    asked = [];
    const lease = {
      hold: async (id: string, ms: number) => {
        asked.push(`${id} ${ms} at ${now}`);
        return isFree;
      },
      release: async (id: string) => {
        asked.push(`${id} released at ${now}`);
        return Promise.reject(new Error('the database is away'));
      },
    };
    held = new HeldLease(lease, 'sweep', 9_000, () => now);
  });
  const heldAt = (ms: number): Promise<boolean> => {
    now = ms;
    return held.hold();
  };

  it('is renewed when a third of it is over', async () => {
    expect([await heldAt(0), await heldAt(2_999), await heldAt(3_000)]).toEqual([true, true, true]);
    expect(asked).toEqual(['sweep 9000 at 0', 'sweep 9000 at 3000']);
  });

  it('is asked for each time while another process has it', async () => {
    isFree = false;
    expect([await heldAt(0), await heldAt(1)]).toEqual([false, false]);
    isFree = true;
    expect([await heldAt(2), await heldAt(3)]).toEqual([true, true]);
    expect(asked).toEqual(['sweep 9000 at 0', 'sweep 9000 at 1', 'sweep 9000 at 2']);
  });

  it('is released once, only by the process that has it, and asked for again afterwards', async () => {
    await held.release();
    await heldAt(0);
    await held.release();
    await held.release();
    await heldAt(1);
    expect(asked).toEqual(['sweep 9000 at 0', 'sweep released at 0', 'sweep 9000 at 1']);
  });
});
