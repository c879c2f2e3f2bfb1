import { createRequire } from 'node:module';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type Config } from '../platform/config/config';
import { ErrorFilter } from '../platform/http/error.filter';
import { MethodRefused } from '../platform/http/http.errors';
import type * as ConsolePages from './console-pages';

const PATH = '/console';
/** The path below it that a controller serves, in every spelling that Express takes for it. */
const SESSION = /^\/session\/?$/i;

/** Serves the console at `/console`, unless CONSOLE is off. Its part is loaded when it is first asked for (ADR 7). */
export function serveConsole(app: NestExpressApplication, { console, http }: Config): void {
  if (!console.isOn) return;
  const filter = new ErrorFilter();
  let pages: RequestHandler | undefined;
  app.use(PATH, (request: Request, response: Response, next: NextFunction) => {
    if (SESSION.test(request.path)) {
      next();
      return;
    }
    const fail = (error: unknown): void => filter.answer(error, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      fail(new MethodRefused(['GET', 'HEAD']));
      return;
    }
    // A condition of a write, which a file has no use for.
    delete request.headers['if-match'];
    delete request.headers['if-unmodified-since'];
    pages ??= loadPages().consolePages(console.folder, http.publicUrl);
    void pages(request, response, fail);
  });
}

function loadPages(): typeof ConsolePages {
  return createRequire(__filename)('./console-pages') as typeof ConsolePages;
}
