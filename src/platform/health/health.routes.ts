import { type RequestListener, type ServerResponse } from 'node:http';
import { StoreError } from '../../kernel/errors';
import { RELEASE } from '../version';
import { type Readiness } from './readiness';

/**
 * Health routes of a process without an API, by path. They respond `{"status":true}`, that of life with the release, or 503 and `false` with the
 * reason.
 */
export function healthRoutes(readiness: Readiness): Readonly<Record<string, RequestListener>> {
  return {
    '/health/live': (_request, response) => answer(response, true, { release: RELEASE }),
    '/health/ready': (_request, response) => {
      readiness.check().then(
        () => answer(response, true),
        (error: unknown) => answer(response, false, { error: error instanceof StoreError ? error.message : undefined }),
      );
    },
  };
}

function answer(response: ServerResponse, status: boolean, more: object = {}): void {
  const body = JSON.stringify({ status, ...more });
  response.writeHead(status ? 200 : 503, { 'content-type': 'application/json' }).end(body);
}
