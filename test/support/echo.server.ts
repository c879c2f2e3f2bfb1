import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { type ErrorKind, StoreError } from '../../src/kernel/errors';
import { type ByteLimits } from '../../src/platform/http/body/body.intake';
import { BodyMemory } from '../../src/platform/http/body/body.memory';
import { answerClientError } from '../../src/platform/http/body/not-http';
import { readBody, readHead } from '../../src/platform/http/body/request.reader';

/** A request of a test. Default: POST to `/`. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly answer: unknown;
}

const STATUS: Partial<Record<ErrorKind, number>> = {
  malformed: 400,
  too_large: 413,
  unavailable: 503,
  unsupported_media: 415,
  invalid: 422,
};

const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (!(error instanceof StoreError)) {
    response.status(500).json({ unexpected: String(error) });
    return;
  }
  response.status(STATUS[error.kind] ?? 500).json({ status: false, error: error.message, errors: error.errors });
};

const bodyReader =
  (limits: ByteLimits): RequestHandler =>
  async (request, _response, next) => {
    await readBody(request, limits);
    next();
  };

/** A server that answers with what the reader made of the request: `PUT` in `method` came through the PUT route. */
export class EchoServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(limits: ByteLimits, memory = new BodyMemory(67_108_864)): Promise<EchoServer> {
    const app = express();
    app.use(readHead(memory, limits), bodyReader(limits));
    for (const method of ['get', 'post', 'put', 'delete', 'patch', 'options'] as const) {
      app[method]('/{*path}', (request, response) => {
        response.json({ method: method.toUpperCase(), body: request.body as unknown, query: request.query });
      });
    }
    app.use(answerError);
    const server = createServer(app).on('clientError', answerClientError);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new EchoServer(server, (server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** One request over node:http, its body in one piece with a Content-Length. */
  send({ method = 'POST', path = '/', headers = {}, body = '' }: Sent): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { port: this.port, host: '127.0.0.1', method, path, headers: { ...length, ...headers } };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
          resolve({ status: response.statusCode ?? 0, answer });
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  /**
   * Bytes as they are over a bare socket; resolves with everything received until the server closes.
   * @param isEnded whether to close the sending side after the pieces
   */
  raw(pieces: readonly (string | Buffer)[], isEnded = false): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.port, host: '127.0.0.1', allowHalfOpen: true });
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
      for (const piece of pieces) socket.write(piece);
      if (isEnded) socket.end();
    });
  }
}

/** The status and the JSON of the only answer in what a bare socket received. */
export function parseRaw(received: string): Answer {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), answer: JSON.parse(body) };
}
