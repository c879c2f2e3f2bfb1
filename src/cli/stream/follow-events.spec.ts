import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { EventFollower, waitAfter } from './follow-events';
import { readBlocks } from './server-sent-events';

describe('following the stream of a store', () => {
  let server: Server;
  let answers: ((response: ServerResponse, headers: IncomingHttpHeaders) => void)[];
  let asked: (string | undefined)[][];
  let said: string[];
  let ended: AbortController;
  beforeEach(async () => {
    [answers, asked, said, ended] = [[], [], [], new AbortController()];
    server = createServer(({ headers }, response) => {
      asked.push([headers.authorization, headers['last-event-id'] as string | undefined]);
      answers.shift()?.(response, headers);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    ended.abort();
    server.close();
    server.closeAllConnections();
  });

  const stream = (text: string) => (response: ServerResponse) => response.writeHead(200).end(text);
  const refuse = (status: number, error: string) => (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: false, error }));
  const event = (id: number): string => `id: ${id}\ndata: ${JSON.stringify({ position: id })}\n\n`;
  const follow = async (isRenewable: boolean): Promise<number[]> => {
    const positions: number[] = [];
    let tokens = 0;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = { url, isRenewable, token: () => Promise.resolve(`t${(tokens += 1)}`) };
    const follower = new EventFollower({ store, types: [], say: (text) => said.push(text), signal: ended.signal });
    for await (const { position } of follower.events()) {
      positions.push(position);
      if (answers.length === 0) ended.abort();
    }
    return positions;
  };

  it('takes a new token when the one it has is refused, and goes on', async () => {
    answers = [stream(`id: 4\n\n${event(5)}`), refuse(401, 'expired'), stream(event(6))];
    expect(await follow(true)).toEqual([5, 6]);
    expect(asked).toEqual([
      ['Bearer t1', undefined],
      ['Bearer t1', '5'],
      ['Bearer t2', '5'],
    ]);
  });

  it('ends when the only token, or a new one, is refused', async () => {
    answers = [stream(event(5)), refuse(401, 'expired'), stream(event(6))];
    await expect(follow(false)).rejects.toThrow('401: expired');
    answers = [refuse(401, 'unknown'), stream(event(6))];
    await expect(follow(true)).rejects.toThrow('401: unknown');
  });

  it('says when events are gone, and goes on with those from now on', async () => {
    answers = [stream(`id: 4\n\n`), refuse(410, 'Position 4 is not kept.'), stream(event(9))];
    expect(await follow(false)).toEqual([9]);
    expect(asked.map(([, position]) => position)).toEqual([undefined, '4', undefined]);
    expect(said.slice(1)).toEqual(['Events were missed. 410: Position 4 is not kept.']);
  });

  it('goes on after a comment with the position, and after an event that is cut in two before it', async () => {
    answers = [stream(`id: 4\n\n${event(5)}: heartbeat\nid: 8\n\n${event(9).slice(0, 9)}`), stream(event(9))];
    expect(await follow(false)).toEqual([5, 9]);
    expect(asked.map(([, position]) => position)).toEqual([undefined, '8']);
  });

  it('waits longer after each failure, and as long as the store asks, with a bound', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 1_000].map((failures) => waitAfter(failures, NaN));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect([waitAfter(0, 5), waitAfter(5, 5), waitAfter(0, 99_999)]).toEqual([5_000, 30_000, 60_000]);
  });

  it('takes a stream that is silent for 45 seconds for broken, and no event without an end', async () => {
    jest.useFakeTimers();
    const silent = readBlocks(new ReadableStream()).next();
    const failed = silent.catch((error: unknown) => error);
    jest.advanceTimersByTime(44_999);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await failed).toEqual(new Error('nothing came for 45 seconds'));
    jest.useRealTimers();
    const part = Buffer.alloc(8 * 1024 * 1024, 'x');
    const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(part) });
    await expect(readBlocks(endless).next()).rejects.toThrow('without an end');
  });
});
