import { createServer, IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';
import { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { tagOfJson } from '../database/rows/entity-tag';
import { NOT_HTTP, refuse } from './body/not-http';
import { ConnectionTurns } from './connection-turns';
import { TAGGED } from './envelope';
import { ErrorFilter } from './error.filter';
import { AnswerTooLarge } from './http.errors';
import { type Lifecycle } from './lifecycle';
import { QuickRoutes } from './quick-routes';
import { routeLayers } from './routes';

/** Interval of the check for requests that take too long to arrive. */
const CHECK_MS = 1_000;

/** Takes the bytes of a request before its turn. */
export type WhileWaiting = (request: Request, response: Response) => void;

/** Event of a response whose body is worked out, with its bytes. */
export const ANSWERED = 'answered';

/**
 * Express, answering JSON only: one stringify, no content negotiation, an ETag on every single record.
 * Express's own `res.json` would look the type up, hash the whole body and compare freshness for each answer. Its router
 * is passed by where {@link QuickRoutes} finds the route; requests and responses are Express's all the same.
 */
export class StoreAdapter extends ExpressAdapter {
  private readonly steps: RequestHandler[] = [];
  private readonly filter = new ErrorFilter();
  private routes: QuickRoutes | undefined;
  private readonly turns = new ConnectionTurns();
  private wait: WhileWaiting = () => undefined;

  /** Adds what every request goes through before its route, in turn. */
  enter(...steps: readonly RequestHandler[]): void {
    this.steps.push(...steps);
  }

  /** Sets what takes the bytes of a request that waits for earlier ones of its connection. */
  whileWaiting(wait: WhileWaiting): void {
    this.wait = wait;
  }

  /** Nest's CORS, as a step like the others: it comes before the routes. */
  override enableCors(options: CorsOptions): void {
    super.enableCors(options);
    const layer = routeLayers(this.getInstance<Express>()).pop();
    if (layer !== undefined) this.enter(layer.handle);
  }

  /** Node would answer a request without a host by itself and without a body: refuseAmbiguousHead does it instead. */
  override initHttpServer(): void {
    // Made with Express's prototypes: Express itself would change those of every request and every response.
    const express = this.getInstance<Express>();
    class StoreRequest extends IncomingMessage {}
    class StoreResponse extends ServerResponse {}
    Object.setPrototypeOf(StoreRequest.prototype, express.request);
    Object.setPrototypeOf(StoreResponse.prototype, express.response);
    const options = {
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_MS,
      IncomingMessage: StoreRequest,
      ServerResponse: StoreResponse,
    };
    const take = (request: Request, response: Response): void => {
      const isWaiting = this.turns.take(request, response, () => this.take(request, response));
      if (isWaiting) this.wait(request, response);
    };
    const listener = take as unknown as RequestListener;
    // Without a listener of its own, Node would ask for a body before anybody has looked at the token: the intake does.
    this.httpServer = createServer(options as ServerOptions, listener).on('checkContinue', listener);
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (statusCode) response.statusCode = statusCode;
    if (body === undefined || body === null || typeof body !== 'object' || response.headersSent) {
      super.reply(response, body, statusCode);
      return;
    }
    // A kept connection would be cut once it is idle, maybe under the client's next request: it is told not to send one.
    if ((response.app.locals as { lifecycle?: Lifecycle }).lifecycle?.isLeaving)
      response.setHeader('Connection', 'close');
    const text = orTooLarge(() => this.textOf(response, body as Record<string, unknown>));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const bytes = Buffer.from(text);
    response.setHeader('Content-Length', bytes.length);
    // Also of a client that hung up: `finish` and the headers of `close` tell nothing of what was worked out for it.
    response.emit(ANSWERED, bytes.length);
    response.end(bytes);
  }

  /** Does what Express does with a request before its router. */
  private take(request: Request, response: Response): void {
    request.res = response;
    response.locals = Object.create(null) as Response['locals'];
    request.originalUrl = request.url;
    request.baseUrl = '';
    // `http://[/` passes for a request, and throws wherever its path is asked for.
    if (hasPath(request)) this.step(0, request, response);
    else refuse(request.socket, 400, NOT_HTTP);
  }

  private step(index: number, request: Request, response: Response): void {
    const step = this.steps[index];
    if (step === undefined) {
      this.route(request, response);
      return;
    }
    try {
      void step(request, response, (error?: unknown) => {
        if (error) this.filter.answer(error, request, response);
        else this.step(index + 1, request, response);
      });
    } catch (error) {
      // Nothing else is above it: it would end the process.
      this.filter.answer(error, request, response);
    }
  }

  private route(request: Request, response: Response): void {
    const express = this.getInstance<Express>();
    this.routes ??= new QuickRoutes(routeLayers(express));
    const mark = request.url.indexOf('?');
    const found = this.routes.find(request.method, mark === -1 ? request.url : request.url.slice(0, mark));
    if (found === undefined) {
      express(request, response);
      return;
    }
    request.params = found.params;
    request.route = { path: found.path };
    const next: NextFunction = (error?: unknown) => {
      if (error) this.filter.answer(error, request, response);
      else express(request, response);
    };
    Promise.resolve(found.handle(request, response, next)).catch(next);
  }

  private textOf(response: Response, body: Record<string | symbol, unknown>): string {
    const { status, result, ...beside } = body;
    if (status !== true || result === undefined || 'pagination' in beside) return JSON.stringify(body);
    const record = JSON.stringify(result);
    const tagged = body[TAGGED];
    response.setHeader('ETag', tagOfJson(tagged === undefined ? record : JSON.stringify(tagged)));
    const others = Object.entries(beside).filter(([, value]) => value !== undefined);
    const more = others.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return `{"status":true,"result":${record}${more.join('')}}`;
  }
}

/** @throws AnswerTooLarge when the text is longer than a string can be */
function orTooLarge(write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw error instanceof RangeError && error.message === 'Invalid string length' ? new AnswerTooLarge() : error;
  }
}

function hasPath(request: Request): boolean {
  try {
    return typeof request.path === 'string';
  } catch {
    return false;
  }
}
