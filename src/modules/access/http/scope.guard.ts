import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../../platform/config/config';
import { RateLimited, ScopeMissing, TokenRequired } from '../../../platform/http/http.errors';
import { type AuthenticatedRequest, IS_PUBLIC, SCOPE_ACTION, SCOPE_SUBJECT } from '../../../platform/http/principal';
import { type Principal, type Scope, type ScopeSubject } from '../../../kernel/scopes';
import { TokensService } from '../tokens.service';

/** The values set by the decorators of a route. */
interface RouteRule {
  readonly isPublic: boolean;
  /** Left out: the method tells. */
  readonly action: 'read' | 'write' | undefined;
  readonly scopes: { readonly read: string; readonly write: string };
}

/** Lets a request through when its token has the scope of the route. A route that declares none is open to nobody. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly rules = new WeakMap<object, RouteRule>();
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
    const rule = this.ruleOf(context);
    if (rule.isPublic) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.authenticate(request.headers.authorization);
    request.principal = principal;
    if (this.requests !== undefined) await this.count(this.requests, principal);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const scope = rule.scopes[rule.action ?? (isRead ? 'read' : 'write')];
    if (!principal.scopes.has(scope as Scope)) throw new ScopeMissing(scope);
    return true;
  }

  /** Reads the decorators of a route, once per route. */
  private ruleOf(context: ExecutionContext): RouteRule {
    const handler = context.getHandler();
    const known = this.rules.get(handler);
    if (known !== undefined) return known;
    const places = [handler, context.getClass()];
    const subject = this.reflector.getAllAndOverride<ScopeSubject | undefined>(SCOPE_SUBJECT, places) ?? 'undeclared';
    const rule: RouteRule = {
      isPublic: this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, places) ?? false,
      action: this.reflector.get<'read' | 'write' | undefined>(SCOPE_ACTION, handler),
      scopes: { read: `${subject}:read`, write: `${subject}:write` },
    };
    this.rules.set(handler, rule);
    return rule;
  }

  private async authenticate(header: string | undefined): Promise<Principal> {
    const token = /^Bearer ([\x21-\x7e]{1,255})$/i.exec(header ?? '')?.[1];
    if (token === undefined) throw new TokenRequired('missing');
    const principal = await this.tokens.principalOf(token);
    if (typeof principal === 'string') throw new TokenRequired(principal);
    return principal;
  }

  private async count(requests: RateLimiterMemory, principal: Principal): Promise<void> {
    try {
      await requests.consume(principal.id);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000));
      throw refusal;
    }
  }
}
