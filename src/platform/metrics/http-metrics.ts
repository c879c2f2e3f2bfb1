import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { monotonicMs } from '../../kernel/clock';
import { type Metrics } from './metrics';

/** Times requests by their route: its template, never the path, whose ids would make a series each. */
export function httpMetrics(metrics: Metrics): RequestHandler {
  const labels = ['method', 'route', 'status'] as const;
  const seconds = metrics.seconds('http_request_duration_seconds', 'Requests by route.', labels);
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = monotonicMs();
    response.once('finish', () => {
      const route = (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
      const values = { method: request.method, route, status: String(response.statusCode) };
      seconds.observe(values, (monotonicMs() - startedAt) / 1000);
    });
    next();
  };
}
