import { type RequestListener, type ServerResponse } from 'node:http';
import { type Readiness } from './readiness';

/** What a process without an API answers to whatever runs it, by path: `{"status":true}`, or 503 and `false`. */
export function healthRoutes(readiness: Readiness): Readonly<Record<string, RequestListener>> {
  return {
    '/health/live': (_request, response) => answer(response, true),
    '/health/ready': (_request, response) => {
      readiness.check().then(
        () => answer(response, true),
        () => answer(response, false),
      );
    },
  };
}

function answer(response: ServerResponse, status: boolean): void {
  response.writeHead(status ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ status }));
}
