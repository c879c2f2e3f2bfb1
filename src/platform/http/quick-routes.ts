import { type RequestHandler } from 'express';
import { type RouteLayer } from './routes';

/** Addresses that have one spelling: no escapes, no capitals, no slash at the end. */
const PLAIN_PATH = /^(?:\/[a-z\d_-]+)+$/;
const PARAMETER = /^:(\w+)$/;
/** A route of literals and whole parameters; anything else is a pattern. */
const SIMPLE_ROUTE = /^(?:\/(?::\w+|[\w.-]*))+$/;

interface QuickRoute {
  readonly path: string;
  /** Literal text of each segment, or undefined where a parameter stands. */
  readonly segments: readonly (string | undefined)[];
  readonly parameters: readonly string[];
  readonly handle: RequestHandler;
}

/** A route and what its parameters are in an address. */
export interface FoundRoute {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly handle: RequestHandler;
}

/**
 * The routes of Express's router by method and number of segments, for addresses that have one spelling only. Express
 * looks at every layer before the right one; what is not found here is left to it, so that its rules stay the rules.
 */
export class QuickRoutes {
  private readonly routes = new Map<string, QuickRoute[]>();

  /** @param stack the layers of the router, all routes registered: their order decides between two that match */
  constructor(stack: readonly RouteLayer[]) {
    for (const { route } of stack) {
      if (route === undefined) continue;
      // A pattern may match the addresses of later routes, so these stay with Express.
      if (typeof route.path !== 'string' || !SIMPLE_ROUTE.test(route.path)) break;
      for (const { method, handle } of route.stack) {
        if (method !== undefined) this.add(method.toUpperCase(), route.path, handle);
      }
    }
  }

  /** @param path without the query */
  find(method: string, path: string): FoundRoute | undefined {
    if (!PLAIN_PATH.test(path)) return undefined;
    const segments = path.slice(1).split('/');
    const route = this.routes
      .get(`${method} ${segments.length}`)
      ?.find((one) => one.segments.every((literal, i) => literal === undefined || literal === segments[i]));
    if (route === undefined) return undefined;
    const values = segments.filter((_, i) => route.segments[i] === undefined);
    const params = Object.fromEntries(route.parameters.map((name, i) => [name, values[i] ?? '']));
    return { path: route.path, params, handle: route.handle };
  }

  private add(method: string, path: string, handle: RequestHandler): void {
    const parts = path.slice(1).split('/');
    const parameters = parts.flatMap((part) => PARAMETER.exec(part)?.[1] ?? []);
    const segments = parts.map((part) => (PARAMETER.test(part) ? undefined : part));
    const shape = `${method} ${parts.length}`;
    const same = this.routes.get(shape) ?? [];
    same.push({ path, segments, parameters, handle });
    this.routes.set(shape, same);
  }
}
