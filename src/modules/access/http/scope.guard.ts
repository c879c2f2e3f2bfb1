import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../../platform/config/config';
import { RateLimited, ScopeMissing, TokenRequired } from '../../../platform/http/http.errors';
import { type AuthenticatedRequest, IS_PUBLIC, SCOPE_ACTION, SCOPE_SUBJECT } from '../../../platform/http/principal';
import { type Principal, type Scope, type ScopeSubject } from '../../../kernel/scopes';
import { TokensService } from '../tokens.service';

/** Lets a request through when its token has the scope of the route. A route that declares none is open to nobody. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly requests: RateLimiterMemory | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokensService,
    @Inject(CONFIG) config: Config,
  ) {
    const points = config.access.requestsPerMinute;
    this.requests = points === 0 ? undefined : new RateLimiterMemory({ points, duration: 60 });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, places)) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.authenticate(request.headers.authorization);
    request.principal = principal;
    await this.count(principal);
    const subject = this.reflector.getAllAndOverride<ScopeSubject | undefined>(SCOPE_SUBJECT, places);
    const action =
      this.reflector.get<'read' | 'write' | undefined>(SCOPE_ACTION, context.getHandler()) ??
      (request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write');
    const scope = `${subject ?? 'undeclared'}:${action}`;
    if (!principal.scopes.has(scope as Scope)) throw new ScopeMissing(scope);
    return true;
  }

  private async authenticate(header: string | undefined): Promise<Principal> {
    const token = /^Bearer ([\x21-\x7e]{1,255})$/i.exec(header ?? '')?.[1];
    const principal = token === undefined ? undefined : await this.tokens.principalOf(token);
    if (principal === undefined) throw new TokenRequired();
    return principal;
  }

  private async count(principal: Principal): Promise<void> {
    try {
      await this.requests?.consume(principal.id);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000));
      throw refusal;
    }
  }
}
