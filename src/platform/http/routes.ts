import { type Request } from 'express';

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Methods that the request's path does take, upper case and sorted; none when there is no such path. */
export function allowedMethods(request: Request): string[] {
  const stack = (request.app as unknown as { router: { stack: RouteLayer[] } }).router.stack;
  const methods = stack
    .filter((layer) => layer.route !== undefined && layer.match(request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  return [...new Set(methods)].sort();
}
