import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { getQueueToken } from '@nestjs/bull';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Queue } from 'bull';
import { type NextFunction, type Request, type Response } from 'express';
import { type Principal, ScopeMissing } from '../kernel/scopes';
import { Unauthorized } from '../kernel/errors';
import { basicCredentials } from '../modules/access/basic-credentials';
import { LoginLimit } from '../modules/access/login-limit';
import { type TokenFault, TokensService } from '../modules/access/tokens.service';
import { WEBHOOK_QUEUES } from '../modules/webhooks/webhook-queues';
import { ErrorFilter } from '../platform/http/error.filter';
import { TokenRequired } from '../platform/http/http.errors';

const PATH = '/admin/queues';
/** The policy of the API, plus the page's own scripts, styles and pictures. Fonts of another host are not loaded. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; object-src 'none'; frame-ancestors 'none'";
/** The `WWW-Authenticate` header that makes a browser ask for a name and a password. */
const CHALLENGE = 'Basic realm="Queues of the store", charset="UTF-8"';

/** Admits a request to the board by its token or its client credentials. */
class Door {
  constructor(
    private readonly tokens: TokensService,
    private readonly limit: LoginLimit,
  ) {}

  /** @throws TokenRequired, CredentialsRefused, RateLimited, ScopeMissing */
  async admit(request: Request): Promise<void> {
    const principal = await this.principalOf(request);
    if (typeof principal === 'string') throw new TokenRequired(principal);
    if (!principal.scopes.has('webhooks:read')) throw new ScopeMissing('webhooks:read');
  }

  private async principalOf({ headers, ip = '' }: Request): Promise<Principal | TokenFault | 'missing'> {
    const [, token] = /^Bearer ([\x21-\x7e]{1,255})$/i.exec(headers.authorization ?? '') ?? [];
    if (token !== undefined) return this.tokens.principalOf(token);
    const basic = basicCredentials(headers.authorization);
    if (typeof basic === 'string') return 'missing';
    return this.limit.guard(basic.name, ip, () => this.tokens.principalWith(basic.name, basic.password));
  }
}

/**
 * Serves a read-only view of the Redis queues at `/admin/queues`. It requires the scope `webhooks:read`: send a bearer
 * token, or in a browser the id and the secret of a client as name and password.
 */
export function serveQueueBoard(app: NestExpressApplication): void {
  const server = new ExpressAdapter();
  server.setBasePath(PATH);
  const queues = WEBHOOK_QUEUES.map((name) => {
    return new BullAdapter(app.get<Queue>(getQueueToken(name), { strict: false }), { readOnlyMode: true });
  });
  createBullBoard({ queues, serverAdapter: server });
  const door = new Door(app.get(TokensService), app.get(LoginLimit));
  const filter = new ErrorFilter();
  app.use(PATH, (request: Request, response: Response, next: NextFunction) => {
    door.admit(request).then(
      () => {
        response.setHeader('Content-Security-Policy', POLICY);
        next();
      },
      (error: unknown) => {
        if (error instanceof Unauthorized) response.setHeader('WWW-Authenticate', CHALLENGE);
        filter.answer(error, request, response);
      },
    );
  });
  app.use(PATH, server.getRouter());
}
