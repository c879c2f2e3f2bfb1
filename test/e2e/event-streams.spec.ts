import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { EventRow } from '../../src/platform/events/event.entity';
import { EventStreams } from '../../src/platform/events/feed/event-streams';
import { FeedService } from '../../src/platform/events/feed/feed.service';
import { FeedTail } from '../../src/platform/events/feed/feed-tail';
import { type Logger } from 'pino';
import { LOGGER } from '../../src/platform/logging/logger';
import { Lifecycle } from '../../src/platform/http/lifecycle';
import { Metrics } from '../../src/platform/metrics/metrics';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { openStream, readerOf, requestStream } from '../support/event-stream.reader';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';
import { ensureBuilt, StoreProcess } from '../support/store.process';
import { startProcesses } from '../support/store.processes';

/** Timers of the store alone: sockets and the look for new events go on by themselves. */
const REAL = ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] as const;
const fakeTimers = () => jest.useFakeTimers({ doNotFake: [...REAL] });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A connection over which nothing leaves the process any more, as if its reader took nothing. */
function standStill({ socket }: ServerResponse): void {
  socket?.cork();
  if (socket !== null) jest.spyOn(socket, 'uncork').mockImplementation(() => undefined);
}

onEachEngine('streams of events (events.md 8)', (engine) => {
  let store: TestStore;
  let server: Server;
  beforeAll(async () => {
    const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl };
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ...redis });
    server = (store.app as INestApplication<Server>).getHttpServer();
  });
  let tests = 0;
  afterEach(() => {
    tests += 1;
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  afterAll(() => store.close());

  let brands = 0;
  const brand = () => store.request('POST', '/v1/brands', { form: { title: 'B', slug: `streamed-${(brands += 1)}` } });
  const fanOut = () => store.app.get(FanOut, { strict: false }).fanOut();
  const last = () => store.app.get(FeedService, { strict: false }).last();
  const openStreams = async () => /^event_streams (\d+)$/m.exec(await store.app.get(Metrics).text())?.[1];
  /** Looks until it is so; not beyond the end of a test that failed. */
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    const test = tests;
    while (test === tests && !(await isSo())) await turn();
  };
  /** Resolves when so many streams are open. */
  const untilOpen = (count: number) => until(async () => (await openStreams()) === String(count));
  /** The response of the store to the next request for a stream. */
  const nextServed = async (): Promise<ServerResponse> => {
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    return response;
  };
  /** Adds events, each with so many characters of data. @returns the position before them */
  const addEvents = async (count: number, characters: number): Promise<number> => {
    await brand();
    await fanOut();
    const before = await last();
    const { manager } = store.app.get(DataSource);
    const [known] = await manager.find(EventRow, { order: { position: 'DESC' }, take: 1 });
    const mark = String((brands += 1)).padStart(4, '0');
    const rows = Array.from({ length: count }, (_, at) => ({
      ...known,
      id: `01b00000-0000-7000-${mark}-${String(at).padStart(12, '0')}`,
      objectId: `${mark}${at}`,
      position: null,
      fannedOutAt: null,
      data: { text: 'x'.repeat(characters) },
    }));
    for (let at = 0; at < count; at += 20) await insertRows(manager, EventRow, rows.slice(at, at + 20) as EventRow[]);
    await fanOut();
    return before;
  };
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at + 1);

  it('send a comment each 15 seconds, with the position reached as id, also where the filter passes over events', async () => {
    await fanOut();
    fakeTimers();
    const from = await last();
    const stream = await openStream(store.url, 'type=order.*');
    await untilOpen(1);
    await stream.untilText('\n\n');
    expect(stream.text()).toBe(`retry: 1000\nid: ${from}\n\n`);
    jest.advanceTimersByTime(14_999);
    await brand();
    await fanOut();
    // Another stream has it: this one has passed over it.
    const other = await openStream(store.url, `after=${from}`);
    await other.until(1);
    expect(stream.text()).toBe(`retry: 1000\nid: ${from}\n\n`);
    jest.advanceTimersByTime(1);
    await stream.untilText('heartbeat');
    const beat = `: heartbeat\nid: ${from + 1}\n\n`;
    await stream.untilText(beat);
    jest.advanceTimersByTime(15_000);
    await stream.untilText(beat + beat);
    expect(stream.text()).toBe(`retry: 1000\nid: ${from}\n\n${beat}${beat}`);
    stream.close();
    other.close();
    await untilOpen(0);
  });

  it('end in order after 10 minutes', async () => {
    fakeTimers();
    const stream = await openStream(store.url, '');
    const ended = once(stream.response, 'end');
    await untilOpen(1);
    jest.advanceTimersByTime(599_999);
    await brand();
    await fanOut();
    await stream.until(1);
    expect(stream.response.readableEnded).toBe(false);
    jest.advanceTimersByTime(1);
    await ended;
    expect(stream.response.complete).toBe(true);
    await untilOpen(0);
  });

  it('cut off a reader that takes nothing for 30 seconds, and not before', async () => {
    await fanOut();
    fakeTimers();
    const served = nextServed();
    const response = (await requestStream(store.url, '')).on('error', () => undefined);
    const answer = await served;
    await untilOpen(1);
    standStill(answer);
    const closed = once(answer, 'close');
    const left = new Promise((resolve) => response.once('close', resolve));
    const before = await addEvents(30, 20_000);
    await until(() => answer.writableNeedDrain);
    const held = answer.writableLength;
    // What is not taken is one event, and what a socket buffers.
    expect(held).toBeLessThan(20_000 + 2 * answer.writableHighWaterMark);
    jest.advanceTimersByTime(29_999);
    await addEvents(30, 20_000);
    await turn();
    expect([answer.closed, answer.writableLength]).toEqual([false, held]);
    jest.advanceTimersByTime(1);
    await Promise.all([closed, left]);
    expect(response.complete).toBe(false);
    await untilOpen(0);
    // It goes on from where it was.
    const again = await openStream(store.url, '', { 'last-event-id': String(before) });
    await again.until(61);
    expect(again.events().map(({ id }) => id)).toEqual(numbers(before, 61));
    again.close();
    await untilOpen(0);
  });

  it('cut off a reader that does not take the end either', async () => {
    fakeTimers();
    const served = nextServed();
    const response = await requestStream(store.url, '');
    const answer = await served;
    await untilOpen(1);
    standStill(answer);
    const closed = once(answer, 'close');
    jest.advanceTimersByTime(600_000);
    await until(() => answer.writableEnded);
    await turn();
    expect([answer.closed, await openStreams()]).toEqual([false, '1']);
    jest.advanceTimersByTime(30_000);
    await closed;
    await untilOpen(0);
    response.destroy();
  });

  it('hold for a slow reader no more than its socket and a part of a page; it misses nothing', async () => {
    const before = await last();
    const served = nextServed();
    const response = await requestStream(store.url, '');
    const answer = await served;
    await untilOpen(1);
    const EVENTS = 200;
    const CHARACTERS = 100_000;
    // More than the system keeps for both ends of a connection.
    await addEvents(EVENTS, CHARACTERS);
    let most = 0;
    const write = answer.write.bind(answer);
    jest.spyOn(answer, 'write').mockImplementation((text: string) => {
      const isTaken = write(text);
      most = Math.max(most, answer.writableLength);
      return isTaken;
    });
    await until(() => answer.writableNeedDrain);
    const reader = readerOf(response);
    await reader.until(EVENTS + 1);
    expect(reader.events().map(({ id }) => id)).toEqual(numbers(before, EVENTS + 1));
    expect(most).toBeLessThan(2 * CHARACTERS);
    reader.close();
    await untilOpen(0);
  });

  it('read ahead at most 100 events and 128 Ki characters, from memory and from the database', async () => {
    const [tail, feed] = [store.app.get(FeedTail, { strict: false }), store.app.get(FeedService, { strict: false })];
    const reach = async (from: number) => {
      const { events, last: reached } = await tail.after(from);
      return { first: events[0]?.position, count: events.length, reached };
    };
    const stream = await openStream(store.url, '');
    await untilOpen(1);
    const from = await addEvents(30, 50_000);
    const small = await addEvents(120, 10);
    await stream.until(152);
    const kept = jest.spyOn(feed, 'page');
    expect([await reach(from), await reach(from + 30), await reach(small)]).toEqual([
      { first: from + 1, count: 2, reached: from + 2 },
      { first: from + 31, count: 100, reached: from + 130 },
      { first: small + 1, count: 100, reached: small + 100 },
    ]);
    expect(kept.mock.calls.filter(([, , limit]) => limit === 100)).toEqual([]);
    stream.close();
    await untilOpen(0);
    kept.mockClear();
    // Nobody follows this one: it reads.
    const other = new FeedTail(feed, store.app.get<Logger>(LOGGER, { strict: false }));
    const read = await Promise.all([other.after(from), other.after(from), other.after(from + 2), other.after(small)]);
    expect(read.map(({ events, last: reached }) => [events[0]?.position, events.length, reached])).toEqual([
      [from + 1, 2, from + 2],
      [from + 1, 2, from + 2],
      [from + 3, 2, from + 4],
      [small + 1, 69, from + 100],
    ]);
    // One page for all of them.
    expect(kept.mock.calls.map(([after, , limit]) => [after, limit])).toEqual([[from, 100]]);
  });

  it('wait for a database that is away, which is logged when it is lost and when it is back', async () => {
    const database = store.app.get(DataSource);
    const logger = store.app.get<Logger>(LOGGER, { strict: false });
    const said = [jest.spyOn(logger, 'warn'), jest.spyOn(logger, 'info')] as const;
    await fanOut();
    const stream = await openStream(store.url, '');
    await untilOpen(1);
    const from = await last();
    const looks = jest.spyOn(store.app.get(FeedService, { strict: false }), 'last');
    await database.query('ALTER TABLE event_positions RENAME TO positions_away');
    await until(() => looks.mock.calls.length >= 2);
    await database.query('ALTER TABLE positions_away RENAME TO event_positions');
    await brand();
    await fanOut();
    await stream.until(1);
    expect(stream.events()).toEqual([{ id: from + 1, type: 'brand.created' }]);
    // A stream may read its events from the database before the tail has read its own page.
    await until(() => said[1].mock.calls.length > 0);
    const reason = expect.stringMatching(/event_positions/) as string;
    expect(said.map(({ mock }) => mock.calls)).toEqual([
      [[{ reason }, 'the feed cannot be read; streams wait until it can']],
      [['the feed can be read again']],
    ]);
    stream.close();
    await untilOpen(0);
  });

  it('are woken by the next look that succeeds when they could not read their own events', async () => {
    const feed = store.app.get(FeedService, { strict: false });
    const from = await addEvents(3, 10);
    const tail = new FeedTail(feed, store.app.get<Logger>(LOGGER, { strict: false }));
    const wake = jest.fn();
    const unfollow = tail.follow(wake);
    await until(() => wake.mock.calls.length === 1);
    const read = feed.page.bind(feed);
    let hasFailed = false;
    jest.spyOn(feed, 'page').mockImplementation((after, ...rest) => {
      if (after !== from || hasFailed) return read(after, ...rest);
      hasFailed = true;
      return Promise.reject(new Error('the connection was lost'));
    });
    expect([await tail.after(from), hasFailed]).toEqual([{ events: [], last: from }, true]);
    await until(() => wake.mock.calls.length === 2);
    const { events, last: reached } = await tail.after(from);
    expect([events.map(({ position }) => position), reached]).toEqual([numbers(from, 3), from + 3]);
    unfollow();
  });

  it('take no place for a reader that left before the response began', async () => {
    const [begun, gate] = [new Gate(), new Gate()];
    const feed = store.app.get(FeedService, { strict: false });
    const read = feed.last.bind(feed);
    jest.spyOn(feed, 'last').mockImplementationOnce(async () => {
      begun.open();
      await gate.passed;
      return read();
    });
    const served = jest.spyOn(store.app.get(EventStreams, { strict: false }), 'serve');
    const answer = nextServed();
    const request = get(`${store.url}/v1/events/stream`, { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
    request.on('error', () => undefined);
    await begun.passed;
    const closed = once(await answer, 'close');
    request.destroy();
    await closed;
    gate.open();
    await served.mock.results[0]?.value;
    expect(await openStreams()).toBe('0');
  });

  it('end in order when the process stops while their request is read', async () => {
    const other = await startStore(engine.databaseUrl);
    const [begun, gate] = [new Gate(), new Gate()];
    const feed = other.app.get(FeedService, { strict: false });
    jest.spyOn(feed, 'last').mockImplementationOnce(async () => {
      begun.open();
      await gate.passed;
      return 7;
    });
    const opening = openStream(other.url, '');
    await begun.passed;
    other.app.get(Lifecycle).drain();
    gate.open();
    const stream = await opening;
    if (!stream.response.readableEnded) await once(stream.response, 'end');
    expect([stream.response.complete, stream.text()]).toEqual([true, 'retry: 1000\nid: 7\n\n']);
    await other.close();
  });
});

onEachEngine('streams of events of a process (events.md 8)', (engine) => {
  beforeAll(ensureBuilt);
  afterAll(() => StoreProcess.stopAll());

  it('end in order on SIGTERM, and the process ends after them', async () => {
    const store = await startProcesses(engine, {});
    const stream = await openStream(store.api.url, 'after=0&type=brand.created');
    await store.call('POST', '/v1/brands', { title: 'B', slug: 'b' });
    await stream.until(1);
    const ended = once(stream.response, 'end');
    store.api.signal('SIGTERM');
    await ended;
    expect([stream.response.complete, stream.events().map(({ type }) => type)]).toEqual([true, ['brand.created']]);
    expect((await store.api.ended).code).toBe(0);
  });
});
