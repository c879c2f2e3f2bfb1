import { type Server } from 'node:http';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { type Config } from '../config/config';
import { VERSION } from '../version';
import { answerWhatNeverArrives } from './body/not-http';
import { UNKNOWN_CALLER } from './body/body.guard';
import { BodyMemory } from './body/body.memory';
import { BodyIntake } from './body/body.intake';
import { readHead } from './body/request.reader';
import { ErrorFilter } from './error.filter';
import { Lifecycle } from './lifecycle';
import { refuseAmbiguousHead } from './request-heads';
import { type StoreAdapter } from './store.adapter';

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Currency',
  'X-Customer-Token',
  'X-Language',
  'X-Request-Id',
];
const EXPOSED_HEADERS = [
  'API-Version',
  'ETag',
  'Error-Code',
  'Idempotency-Replayed',
  'Retry-After',
  'Unknown-Filters',
  'X-Request-Id',
];

/** Asks helmet for its headers once: they are the same for every response. */
function helmetHeaders(): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const secure = helmet({ contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } } });
  secure({} as Request, response as unknown as Response, () => undefined);
  return headers;
}

function standardHeaders(): RequestHandler {
  const headers = [['API-Version', VERSION], ['Cache-Control', 'no-store'], ...helmetHeaders()] as const;
  return (_, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Resolves whether a public client has this origin: a preflight carries no token, so any of them counts. */
export type KnownOrigin = (origin: string) => Promise<boolean>;

function allowOrigins(app: NestExpressApplication, origins: readonly string[], isKnown: KnownOrigin): void {
  app.enableCors({
    origin: (origin: string | undefined, done: (error: Error | null, isAllowed?: boolean) => void) => {
      if (origin === undefined || origins.includes(origin)) done(null, origin !== undefined);
      else void isKnown(origin).then((isAllowed) => done(null, isAllowed));
    },
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
}

/** Limits the connections of a server and the time that a request may take to arrive. */
function limitServer(server: Server, { http }: Config): void {
  server.keepAliveTimeout = http.keepAliveSeconds * 1000;
  server.maxConnections = http.maxConnections;
  server.requestTimeout = http.requestTimeoutSeconds * 1000;
  server.headersTimeout = server.requestTimeout;
}

/** Everything between the socket and the controllers, the same for the API process, its tests and its document. */
export function configureApp(
  app: NestExpressApplication,
  adapter: StoreAdapter,
  config: Config,
  log: RequestHandler,
  isKnown: KnownOrigin,
): void {
  const filter = new ErrorFilter();
  const server = app.getHttpServer();
  limitServer(server, config);
  answerWhatNeverArrives(server);
  app.set('trust proxy', config.http.trustProxy ? 1 : false);
  app.set('etag', false);
  app.disable('x-powered-by');
  (app.getHttpAdapter().getInstance() as { locals: object }).locals = {
    publicUrl: config.http.publicUrl,
    lifecycle: app.get(Lifecycle),
  };
  adapter.enter(log, standardHeaders());
  allowOrigins(app, config.http.corsOrigins, isKnown);
  const bytes = config.http.unfinishedBodiesMib * 1_048_576;
  const memory = new BodyMemory(bytes);
  // Memory of its own: who never reads an answer keeps the bodies behind it waiting, and must not take the memory of others.
  const waiting = new BodyMemory(bytes / 8);
  adapter.whileWaiting((request, response) => BodyIntake.begin(request, response, waiting, UNKNOWN_CALLER));
  adapter.enter(refuseAmbiguousHead, app.get(Lifecycle).refuseWhileDraining, readHead(memory, UNKNOWN_CALLER));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    filter.answer(error, request, response);
  });
}
