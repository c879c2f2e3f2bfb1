import { type RequestListener, type ServerResponse } from 'node:http';
import { StoreError } from '../../kernel/errors';
import { type Readiness } from './readiness';

/**
 * Health routes of a process without an API, by path. They respond `{"status":true}`, or 503 and `false` with the
 * reason.
 */
export function healthRoutes(readiness: Readiness): Readonly<Record<string, RequestListener>> {
  return {
    '/health/live': (_request, response) => answer(response, true),
    '/health/ready': (_request, response) => {
      readiness.check().then(
        () => answer(response, true),
        (error: unknown) => answer(response, false, error instanceof StoreError ? error.message : undefined),
      );
    },
  };
}

function answer(response: ServerResponse, status: boolean, error?: string): void {
  const body = JSON.stringify({ status, error });
  response.writeHead(status ? 200 : 503, { 'content-type': 'application/json' }).end(body);
}
