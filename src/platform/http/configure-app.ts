import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { type Config } from '../config/config';
import { answerWhatNeverArrives } from './body/client.error';
import { readRequest } from './body/request.reader';
import { ErrorFilter } from './error.filter';
import { Lifecycle } from './lifecycle';
import { refuseAmbiguousHead } from './request-heads';
import { type StoreAdapter } from './store.adapter';

/** The version of the interface (interface.md, Versioning). */
export const API_VERSION = '1.2.0';

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Currency',
  'X-Language',
  'X-Request-Id',
];
const EXPOSED_HEADERS = ['API-Version', 'ETag', 'Error-Code', 'Idempotency-Replayed', 'Retry-After', 'X-Request-Id'];

/** What helmet sets is the same for every answer: it is asked once, not for each. */
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
  const headers = [['API-Version', API_VERSION], ['Cache-Control', 'no-store'], ...helmetHeaders()] as const;
  return (_, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function allowOrigins(app: NestExpressApplication, origins: readonly string[]): void {
  app.enableCors({
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
}

/** Everything between the socket and the controllers, the same for the API process, its tests and its document. */
export function configureApp(
  app: NestExpressApplication,
  adapter: StoreAdapter,
  config: Config,
  log: RequestHandler,
): void {
  const filter = new ErrorFilter();
  const server = app.getHttpServer();
  server.keepAliveTimeout = config.http.keepAliveSeconds * 1000;
  answerWhatNeverArrives(server);
  app.set('trust proxy', config.http.trustProxy ? 1 : false);
  app.set('etag', false);
  app.disable('x-powered-by');
  (app.getHttpAdapter().getInstance() as { locals: object }).locals = {
    publicUrl: config.http.publicUrl,
    lifecycle: app.get(Lifecycle),
  };
  const { corsOrigins } = config.http;
  adapter.enter(log, standardHeaders());
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins);
  adapter.enter(refuseAmbiguousHead, app.get(Lifecycle).refuseWhileDraining, readRequest());
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    filter.answer(error, request, response);
  });
}
