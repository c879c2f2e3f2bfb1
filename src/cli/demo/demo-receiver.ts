import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** An event as a webhook brings it (webhooks.md 2). */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  /** The record as the change left it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A receiver of webhooks on this machine. */
export interface DemoReceiver {
  readonly url: string;
  /** Resolves once all of these events have come; rejects when they have not within the time. */
  waitFor(ids: readonly string[], ms: number): Promise<void>;
  close(): void;
}

/** Starts a receiver on a free port. @param told called with each event and its signature */
export async function startReceiver(told: (event: ReceivedEvent, signature: string) => void): Promise<DemoReceiver> {
  const seen = new Set<string>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const events = JSON.parse(Buffer.concat(parts).toString()) as ReceivedEvent[];
      for (const event of events) {
        seen.add(event.id);
        told(event, String(request.headers['webhook-signature'] ?? ''));
      }
      response.writeHead(204).end();
      waiting.forEach((look) => look());
    });
  });
  const { port } = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    waitFor: (ids, ms) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('Not all webhooks came in time')), ms);
        const look = (): void => {
          if (!ids.every((id) => seen.has(id))) return;
          clearTimeout(timer);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server): Promise<AddressInfo> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
}
