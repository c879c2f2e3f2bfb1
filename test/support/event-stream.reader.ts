import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { TEST_TOKEN } from './store';

/** An event of the feed, as far as tests look at it. */
export interface FedEvent {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly object_version: number;
  readonly position: number;
}

/** A reader of `GET /v1/events/stream` that keeps what came. */
export interface StreamReader {
  readonly response: IncomingMessage;
  /** The events so far, by the position in their `id`. */
  readonly events: () => { id: number; type: string }[];
  /** Resolves when that many events have come. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves when the text has this part. */
  readonly untilText: (part: string) => Promise<void>;
  readonly text: () => string;
  readonly close: () => void;
}

const EVENT = /^id: (\d+)\ndata: (.*)$/;

/** Sends the request for a stream; nothing of the response is read until something listens for it. */
export async function requestStream(
  url: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const authorized = { authorization: `Bearer ${TEST_TOKEN}`, ...headers };
  const request = get(`${url}/v1/events/stream?${query}`, { headers: authorized });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Opens a stream and collects its events. */
export async function openStream(
  url: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<StreamReader> {
  return readerOf(await requestStream(url, query, headers));
}

/** Begins to read a response. */
export function readerOf(response: IncomingMessage): StreamReader {
  let text = '';
  let rest = '';
  const found: { id: number; type: string }[] = [];
  const lookers = new Set<() => void>();
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = EVENT.exec(block) ?? [];
      if (data !== undefined) found.push({ id: Number(id), type: (JSON.parse(data) as FedEvent).type });
    }
    for (const look of lookers) look();
  });
  const events = (): { id: number; type: string }[] => [...found];
  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        lookers.delete(look);
        resolve();
      };
      lookers.add(look);
      look();
    });
  return {
    response,
    events,
    until: (count) => when(() => found.length >= count),
    untilText: (part) => when(() => text.includes(part)),
    text: () => text,
    close: () => response.destroy(),
  };
}
