import { type Application, type Request, type RequestHandler } from 'express';

/** A layer of Express's router: what its types do not say. */
export interface RouteLayer {
  readonly route?: {
    readonly path: unknown;
    readonly methods: Readonly<Record<string, boolean>>;
    readonly stack: readonly { readonly method?: string; readonly handle: RequestHandler }[];
  };
  readonly handle: RequestHandler;
  match(path: string): boolean;
}

/** The layers of an application's router, in the order in which they are asked. */
export function routeLayers(app: Application): RouteLayer[] {
  return (app as unknown as { router: { stack: RouteLayer[] } }).router.stack;
}

/** Methods that the request's path does take, upper case and sorted: where there is GET, HEAD too. None when there is no such path. */
export function allowedMethods(request: Request): string[] {
  const methods = routeLayers(request.app)
    .filter((layer) => layer.route !== undefined && layer.match(request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)].sort();
}
