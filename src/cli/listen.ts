import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Clock, SystemClock } from '../kernel/clock';
import { formatOf } from '../modules/webhooks/domain/webhook-formats';
import { signingKey, verifyWebhook } from '../modules/webhooks/domain/webhook-signature';

/** Larger bodies are not printed. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The options of a listener. */
export interface ListenOptions {
  readonly port: number;
  readonly secret: string;
  readonly say: (text: string) => void;
  /** Whether bodies are printed too. */
  readonly verbose?: boolean;
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

/** Returns the body of a webhook as text for people. */
export function readable(body: Buffer, contentType: string | undefined): string {
  const text = body.toString('utf8');
  try {
    return formatOf(contentType)?.show(text) ?? text;
  } catch {
    return text;
  }
}

/** The type of the event in a body, as long as types are; `?` where there is none. */
function eventType(body: Buffer, contentType: string | undefined): string {
  try {
    const event = formatOf(contentType)?.read(body.toString('utf8')) as { type?: unknown } | null | undefined;
    return typeof event?.type === 'string' && /^[\w.]{1,64}$/.test(event.type) ? event.type : '?';
  } catch {
    return '?';
  }
}

/**
 * A receiver on loopback that verifies each call and prints it: 204 for one that is rightly signed, 401 otherwise.
 * @throws ValidationFailed when the secret cannot be one; Error when the port is taken
 */
export async function listen({
  port,
  secret,
  say,
  verbose,
  clock = new SystemClock(),
}: ListenOptions): Promise<Server> {
  signingKey(secret);
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (body) => {
        const verification = verifyWebhook({ headers: request.headers, body }, secret, clock.now());
        const { 'webhook-id': id, 'webhook-attempt': attempt, 'content-type': type } = request.headers;
        say(`${eventType(body, type)}  ${verification}  webhook-id ${String(id)}  attempt ${String(attempt)}`);
        if (verbose) say(`${readable(body, type)}\n`);
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
