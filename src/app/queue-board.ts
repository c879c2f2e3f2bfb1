import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { getQueueToken } from '@nestjs/bull';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Queue } from 'bull';
import { type NextFunction, type Request, type Response } from 'express';
import { TokensService } from '../modules/access/tokens.service';
import { WEBHOOK_QUEUES } from '../modules/webhooks/webhook-queues';
import { ErrorFilter } from '../platform/http/error.filter';
import { ScopeMissing, TokenRequired } from '../platform/http/http.errors';

const PATH = '/admin/queues';
/** The page brings its own inline script; everything else stays as strict as on the API. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline' https:; font-src 'self' https: data:; img-src 'self' data:; frame-ancestors 'none'";

/** The token of a bearer header, or the password of a basic one: browsers ask for that by themselves. */
function tokenOf(header: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) ([\x21-\x7e]{1,1024})$/i.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value === '' ? undefined : value;
  const [, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return password.join(':');
}

async function requireReader(tokens: TokensService, request: Request): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  const principal = token === undefined ? undefined : await tokens.principalOf(token);
  if (principal === undefined) throw new TokenRequired();
  if (!principal.scopes.has('webhooks:read')) throw new ScopeMissing('webhooks:read');
}

/** Shows the queues in Redis at `/admin/queues`, to look at only, to whoever has a token with the scope `webhooks:read`. */
export function serveQueueBoard(app: NestExpressApplication): void {
  const server = new ExpressAdapter();
  server.setBasePath(PATH);
  const queues = WEBHOOK_QUEUES.map((name) => {
    return new BullAdapter(app.get<Queue>(getQueueToken(name), { strict: false }), { readOnlyMode: true });
  });
  createBullBoard({ queues, serverAdapter: server });
  const tokens = app.get(TokensService);
  const filter = new ErrorFilter();
  app.use(PATH, (request: Request, response: Response, next: NextFunction) => {
    requireReader(tokens, request).then(
      () => {
        response.setHeader('Content-Security-Policy', POLICY);
        next();
      },
      (error: unknown) => {
        filter.answer(error, request, response);
      },
    );
  });
  app.use(PATH, server.getRouter());
}
