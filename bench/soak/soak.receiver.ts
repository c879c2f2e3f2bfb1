import { createServer, type ServerResponse } from 'node:http';
import { startReceiver } from '../../test/support/receiver';

/** The manners of receivers, each at a path of its own. */
export const MANNERS = ['well', 'failing', 'slow', 'hanging', 'gone'] as const;
export type Manner = (typeof MANNERS)[number];

/** Receivers of webhooks: one that is well, and what else there is in the world. */
export interface SoakReceiver {
  url(manner: Manner): string;
  /** Calls that each has had. */
  readonly calls: Readonly<Record<Manner, number>>;
  /** Ids of the events that the one that is well was told of. */
  readonly received: ReadonlySet<string>;
  close(): Promise<void>;
}

/** @param slowMs how long the slow one thinks: a little less than a call may take */
export async function startSoakReceiver(slowMs: number): Promise<SoakReceiver> {
  const calls: Record<Manner, number> = { well: 0, failing: 0, slow: 0, hanging: 0, gone: 0 };
  const received = new Set<string>();
  const answers: Readonly<Record<Manner, (response: ServerResponse) => void>> = {
    well: (response) => response.writeHead(204).end(),
    failing: (response) => response.writeHead(500).end('out of order'),
    slow: (response) => void setTimeout(() => response.writeHead(204).end(), slowMs),
    hanging: () => undefined,
    gone: (response) => response.writeHead(410).end(),
  };
  const server = createServer((request, response) => {
    const manner = (request.url ?? '').slice(1) as Manner;
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.resume().once('end', () => {
      calls[manner] += 1;
      if (manner === 'well') received.add(String(request.headers['webhook-id']));
      answers[manner](response);
    });
  });
  const { port, close } = await startReceiver(server, '127.0.0.1');
  return { url: (manner) => `http://127.0.0.1:${port}/${manner}`, calls, received, close };
}
