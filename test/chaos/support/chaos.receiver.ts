import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Certificate } from '../../support/certificate';
import { startReceiver } from '../../support/receiver';

/** A call that came in whole. */
export interface Heard {
  readonly path: string;
  readonly id: string;
  readonly bodyHash: string;
  /** When it came: milliseconds since 1970, to be compared with when the event happened. */
  readonly at: number;
  /** Set by a receiver that refuses on purpose: coming again is then what it asked for. */
  isRefused: boolean;
  /** Set once the answer is on its way. */
  isAnswered: boolean;
}

/** Response of a path to a request. */
export type Manner = (heard: Heard, response: ServerResponse, count: number) => void;

/** A receiver of webhooks that remembers all it heard, and misbehaves as told. */
export interface ChaosReceiver {
  url(path: string): string;
  heard(path: string): Heard[];
  /** Sets the responses of a path from now on; the default is 204. */
  behave(path: string, manner: Manner): void;
  close(): Promise<void>;
}

/** Answers 204. */
export const welcome: Manner = (heard, response) => {
  heard.isAnswered = true;
  response.writeHead(204).end();
};

/** Holds answers back until it is opened; from then on it is {@link welcome}. */
export class Hold {
  private held: (() => void)[] = [];
  private isOpen = false;

  readonly manner: Manner = (heard, response, count) => {
    if (this.isOpen) welcome(heard, response, count);
    else this.held.push(() => welcome(heard, response, count));
  };

  /** Calls that wait for an answer. */
  get waiting(): number {
    return this.held.length;
  }

  /** Drops the requests held now, without a response. */
  forget(): void {
    this.held = [];
  }

  open(): void {
    this.isOpen = true;
    for (const answer of this.held.splice(0)) answer();
  }
}

/** @param certificate for a receiver behind TLS, reached as `localhost` */
export async function startChaosReceiver(certificate?: Certificate): Promise<ChaosReceiver> {
  const calls = new Map<string, Heard[]>();
  const manners = new Map<string, Manner>();
  const of = (path: string): Heard[] => {
    const heard = calls.get(path) ?? [];
    calls.set(path, heard);
    return heard;
  };
  const take: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    const hash = createHash('sha256');
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const id = String(request.headers['webhook-id']);
      const heard = { path, id, bodyHash: hash.digest('hex'), at: Date.now(), isRefused: false, isAnswered: false };
      of(path).push(heard);
      (manners.get(path) ?? welcome)(heard, response, of(path).length);
    });
  };
  const server: Server = certificate === undefined ? createServer(take) : createTlsServer({ ...certificate }, take);
  const receiver = await startReceiver(server, '127.0.0.1');
  const origin = certificate === undefined ? 'http://127.0.0.1' : 'https://localhost';
  return {
    url: (path) => `${origin}:${receiver.port}${path}`,
    heard: of,
    behave: (path, manner) => void manners.set(path, manner),
    close: () => receiver.close(),
  };
}
