import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** `lost`: the store does the work, and its answer never arrives. `reset`: nothing arrives. Or an answer in the store's place. */
type Fault = 'lost' | 'reset' | { readonly status: number; readonly headers?: Record<string, string> };

/** A server before a store that plays faults, request by request, and then passes everything on. */
export interface FaultyFront {
  readonly url: string;
  readonly faults: Fault[];
  /** `METHOD path` and key of each request so far. */
  readonly requests: { readonly line: string; readonly key: string | undefined }[];
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts one. @param isFaulty which requests play faults; the others are passed on */
export async function startFaultyFront(
  storeUrl: string,
  isFaulty: (path: string) => boolean = (path) => !path.startsWith('/oauth'),
): Promise<FaultyFront> {
  const faults: Fault[] = [];
  const requests: FaultyFront['requests'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ line: `${method} ${url}`, key: headers['idempotency-key']?.toString() });
    const fault = isFaulty(url) ? faults.shift() : undefined;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end();
    pass(storeUrl, request, response, fault === 'lost');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(storeUrl: string, request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
  const { method, url, headers } = request;
  const passed = send(new URL(url ?? '', storeUrl), { method, headers }, (answer) => {
    if (isLost) return void answer.resume().once('end', () => request.socket.destroy());
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
  });
  passed.on('error', () => request.socket.destroy());
  response.once('close', () => passed.destroy());
  request.pipe(passed);
}
