import { laneKey, type LaneMember, movesOf } from './lane-order';

const member = (id: number, version: number, state: Partial<LaneMember> = {}): LaneMember => ({
  id: String(id),
  version,
  isAwake: true,
  isPending: true,
  isUnderWay: false,
  ...state,
});
const WAITS = { isAwake: false };
const ENDED = { isPending: false };
const BUSY = { isUnderWay: true };

describe('the order of a lane (events.md 14)', () => {
  it.each([
    ['nobody is there', [], [], [], undefined, false],
    ['the first stays awake', [member(1, 1), member(2, 2, WAITS)], [], [], undefined, false],
    ['the next wakes after the one that ended', [member(1, 1, ENDED), member(2, 2, WAITS)], ['1'], [], '2', false],
    [
      'an earlier version goes before one to be tried again',
      [member(9, 5), member(10, 3, WAITS)],
      [],
      ['9'],
      '10',
      false,
    ],
    [
      'an earlier version waits for one under way',
      [member(9, 5, BUSY), member(10, 3, WAITS)],
      [],
      [],
      undefined,
      false,
    ],
    [
      'of many awake the lowest version stays',
      [member(3, 3), member(1, 1), member(2, 2)],
      [],
      ['2', '3'],
      undefined,
      false,
    ],
    [
      'of many under way none is disturbed',
      [member(3, 3, BUSY), member(1, 1), member(2, 2, BUSY)],
      [],
      ['1'],
      undefined,
      false,
    ],
    ['one version twice: by number of the delivery', [member(10, 1), member(9, 1)], [], ['10'], undefined, false],
    ['one version twice, in order', [member(9, 1), member(10, 1)], [], ['10'], undefined, false],
    [
      'the next is unknown after one that waited has ended',
      [member(2, 2, { ...ENDED, ...WAITS })],
      ['2'],
      [],
      undefined,
      true,
    ],
  ])('%s', (_, members, ended, asleep, woken, isUnknown) => {
    const moves = movesOf(members);
    expect({
      ended: moves.ended.map(({ id }) => id),
      asleep: moves.asleep.map(({ id }) => id),
      woken: moves.woken?.id,
      isUnknown: moves.isUnknown,
    }).toEqual({ ended, asleep, woken, isUnknown });
  });
});

it('the lanes of two webhooks, objects or ids have different keys (events.md 14)', () => {
  const lanes = ['1', '11'].flatMap((webhookId) =>
    ['order', 'order_item'].flatMap((object) => ['1', '11'].map((objectId) => ({ webhookId, object, objectId }))),
  );
  expect(new Set(lanes.map(laneKey)).size).toBe(8);
});
