import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { type AuthenticatedRequest } from './principal';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** The caller's request id when it is fit for a log line, else a new one; echoed as `X-Request-Id`. */
function requestId(request: IncomingMessage, response: ServerResponse): string {
  const sent = request.headers['x-request-id'];
  const id = typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

/** One line a request: method, path without its query, status, duration, client. No headers, no bodies. */
export function requestLog(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: requestId,
    quietReqLogger: true,
    customLogLevel: (_, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    customProps: (request) => ({ client: (request as AuthenticatedRequest).principal?.id }),
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  });
}
