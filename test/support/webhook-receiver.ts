import { createServer, type IncomingHttpHeaders } from 'node:http';
import { documented } from './documented';
import { type Receiver, startReceiver } from './receiver';

/** A call as it arrived. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders & Record<string, string>;
  readonly body: string;
}

/** A response: a status, or more. A promise delays the response. */
export type Answer = number | { status: number; headers?: Record<string, string>; body?: string };

/** A receiver of webhooks on loopback that keeps what it got. */
export interface WebhookReceiver {
  /** Its address with a path. */
  url(path: string): string;
  /** Returns the requests so far, in order; with `path` only those to it. */
  calls(path?: string): ReceivedCall[];
  /** Resolves with the first `count` calls of a path as soon as there are that many. */
  received(path: string, count: number): Promise<ReceivedCall[]>;
  /** Sets the response of a path. Default: 204. */
  answer(path: string, how: (call: ReceivedCall) => Answer | Promise<Answer>): void;
  /** Ends the server. @throws Error when a body was not what the document says of its event type */
  close(): Promise<void>;
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-attempt'];

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const check = await documented();
  const faults: unknown[] = [];
  const calls: ReceivedCall[] = [];
  const answers = new Map<string, (call: ReceivedCall) => Answer | Promise<Answer>>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        path: request.url ?? '',
        headers: request.headers as ReceivedCall['headers'],
        body: Buffer.concat(chunks).toString(),
      };
      try {
        for (const name of HEADERS) if (!call.headers[name]) throw new Error(`a request came without ${name}`);
        check.checkBody(call.headers['content-type'] ?? '', call.body);
      } catch (error) {
        faults.push(error);
      }
      calls.push(call);
      waiting.forEach((look) => look());
      void Promise.resolve(answers.get(call.path)?.(call) ?? 204).then((answer) => {
        const full = typeof answer === 'number' ? { status: answer } : answer;
        response.writeHead(full.status, full.headers).end(full.body);
      });
    });
  });
  const receiver: Receiver = await startReceiver(server, '127.0.0.1');
  const of = (path?: string): ReceivedCall[] => calls.filter((call) => path === undefined || call.path === path);
  return {
    url: (path) => `http://127.0.0.1:${receiver.port}${path}`,
    calls: of,
    received: (path, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (of(path).length < count) return;
          waiting.delete(look);
          resolve(of(path).slice(0, count));
        };
        waiting.add(look);
        look();
      }),
    answer: (path, how) => void answers.set(path, how),
    close: async () => {
      await receiver.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}
