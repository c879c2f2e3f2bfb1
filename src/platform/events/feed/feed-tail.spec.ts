import pino from 'pino';
import { type FeedEventRecord } from './feed-event.record';
import { type FeedPage, type FeedService } from './feed.service';
import { PositionGone } from './feed.errors';
import { FeedTail } from './feed-tail';

const event = (position: number) => ({ position, type: 'brand.created', object: 'brand', object_id: '1' });

/** A feed whose events after a position are these; those that are not there were removed. */
function feedOf(pages: ReadonlyMap<number, Pick<FeedPage, 'events' | 'last'>>): FeedService {
  const page = async (after: number): Promise<FeedPage> => {
    const found = pages.get(after);
    if (found === undefined) throw new PositionGone(after, 10);
    return { ...found, hasMore: false };
  };
  return { page } as Partial<FeedService> as FeedService;
}

const pageOf = (positions: readonly number[], last: number) => ({
  events: positions.map((position) => event(position) as Partial<FeedEventRecord> as FeedEventRecord),
  last,
});

describe('the tail of the feed, for streams that are behind', () => {
  const tailOf = (positions: readonly number[], last: number): FeedTail =>
    new FeedTail(feedOf(new Map([[0, pageOf(positions, last)]])), pino({ enabled: false }));
  const positionsAfter = async (tail: FeedTail, position: number): Promise<number[]> =>
    (await tail.after(position)).events.map((each) => each.position);

  it('serves a page that begins with the oldest event to readers that have missed nothing of it', async () => {
    const tail = tailOf([5, 7, 8], 8);
    expect([await positionsAfter(tail, 0), await positionsAfter(tail, 6), await positionsAfter(tail, 7)]).toEqual([
      [5, 7, 8],
      [7, 8],
      [8],
    ]);
  });

  it.each([
    ['between the events of the page', [5, 7, 8], 8, 5],
    ['after them', [5, 6], 8, 6],
    ['and nothing else is left', [], 8, 3],
  ])('tells a reader that an event was removed %s', async (_, positions, last, reader) => {
    const tail = tailOf(positions, last);
    expect(await positionsAfter(tail, 0)).toEqual(positions);
    await expect(tail.after(reader)).rejects.toThrow(PositionGone);
  });
});
