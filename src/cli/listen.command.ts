import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ValidationFailed } from '../kernel/errors';
import { GENERATED_SECRET_BYTES, generatedSecret } from '../modules/webhooks/domain/webhook-signature';
import { listen } from './listen';
import { streamCommand, type StreamArguments } from './stream.command';
import { addTemporaryWebhook, assertLoopbackOpen, removeTemporaryWebhook } from './temporary-webhook';

/** The options of `store listen`. */
export interface ListenArguments extends StreamArguments {
  readonly port?: string;
  readonly register?: true;
}

/**
 * Follows the stream of events until the process is stopped. With `register`, or a secret alone, it receives webhooks instead.
 * @throws ValidationFailed naming the option
 */
export async function listenCommand(options: ListenArguments, say: (text: string) => void): Promise<void> {
  const isReceiver =
    options.register === true ||
    (options.secret !== undefined && options.forward === undefined && options.url === undefined);
  if (isReceiver) return receiveCommand(options, say);
  if (options.port !== undefined)
    throw ValidationFailed.of('--port', 'is for --register, or for a webhook with --secret');
  return streamCommand(options, say);
}

/** Receives webhooks until the process is stopped. With `register` it creates a webhook, and removes it at the end. */
async function receiveCommand(options: ListenArguments, say: (text: string) => void): Promise<void> {
  const verbose = options.verbose === true;
  const secret = options.secret ?? generatedSecret(randomBytes(GENERATED_SECRET_BYTES));
  const events = options.events?.split(',').map((pattern) => pattern.trim()) ?? [];
  if (options.register) assertLoopbackOpen();
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const server = await listen({ port: Number(options.port ?? 0), secret, say, verbose });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = options.register ? await registered(server, () => addTemporaryWebhook(url, secret, events)) : undefined;
  say(
    id === undefined
      ? `Listening on ${url}. Create a webhook with this url; Ctrl-C ends.`
      : `Listening with the temporary webhook ${id}. Ctrl-C ends and removes it.`,
  );
  await stopped;
  if (id !== undefined) await removeTemporaryWebhook(id);
  close(server);
}

/** The id of the webhook. A listener that cannot be registered is closed, so that the command ends. */
async function registered(server: Server, register: () => Promise<string>): Promise<string> {
  try {
    return await register();
  } catch (error) {
    close(server);
    throw error;
  }
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
