import { figuresOf, slotsUntil } from './attempt-slots';

const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);

describe('the attempts of the last hour (console.md 9)', () => {
  it('are in twelve slots of five minutes, of which the last ends now', () => {
    const slots = slotsUntil(at('12:02:30'));
    expect([slots.length, slots[0], slots[10], slots[11]]).toEqual([
      12,
      { from: at('11:05:00'), to: at('11:10:00') },
      { from: at('11:55:00'), to: at('12:00:00') },
      { from: at('12:00:00'), to: at('12:02:30') },
    ]);
    expect(slotsUntil(at('12:00:00'))[11]).toEqual({ from: at('12:00:00'), to: at('12:00:00') });
  });

  const slot = { from: at('11:55:00'), to: at('12:00:00') };

  it('are counted exactly below the limit', () => {
    expect(figuresOf(slot, { attempts: 9, failed: 2, last: at('11:55:01') }, 10)).toEqual({
      from: slot.from,
      delivered: 7,
      failed: 2,
      isEstimate: false,
    });
    expect(figuresOf(slot, { attempts: 0, failed: 0, last: null }, 10)).toMatchObject({ delivered: 0, failed: 0 });
  });

  it('are scaled from the first ones above it, and never below those', () => {
    expect(figuresOf(slot, { attempts: 10, failed: 2, last: at('11:55:03') }, 10)).toEqual({
      from: slot.from,
      delivered: 800,
      failed: 200,
      isEstimate: true,
    });
    expect(figuresOf(slot, { attempts: 10, failed: 10, last: at('12:00:01') }, 10)).toMatchObject({
      delivered: 0,
      failed: 10,
    });
  });
});
