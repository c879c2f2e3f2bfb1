import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Clock, SystemClock } from '../kernel/clock';
import { signingKey, verifyWebhook } from '../modules/webhooks/domain/webhook-signature';

/** Bodies beyond this are not for a terminal. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What a listener needs. */
export interface ListenOptions {
  readonly port: number;
  readonly secret: string;
  readonly say: (text: string) => void;
  readonly clock?: Clock;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readable(body: Buffer, contentType: string | undefined): string {
  const text = body.toString('utf8');
  if (contentType !== 'application/json')
    return [...new URLSearchParams(text)].map((pair) => pair.join(' = ')).join('\n');
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * A receiver on loopback that verifies each call and prints it: 204 for one that is rightly signed, 401 otherwise.
 * @throws ValidationFailed when the secret cannot be one; Error when the port is taken
 */
export async function listen({ port, secret, say, clock = new SystemClock() }: ListenOptions): Promise<Server> {
  signingKey(secret);
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (body) => {
        const verification = verifyWebhook({ headers: request.headers, body }, secret, clock.now());
        const { 'webhook-id': id, 'webhook-attempt': attempt, 'content-type': type } = request.headers;
        say(`${verification}  webhook-id ${String(id)}  attempt ${String(attempt)}\n${readable(body, type)}\n`);
        response.writeHead(verification === 'valid' ? 204 : 401).end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server;
}
