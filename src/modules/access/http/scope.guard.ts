import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../../platform/config/config';
import { StorefrontRefused, TokenRequired } from '../../../platform/http/http.errors';
import {
  type AuthenticatedRequest,
  IS_PUBLIC,
  SCOPE_ACTION,
  SCOPE_SUBJECT,
  STOREFRONT_RULE,
  type StorefrontRule,
} from '../../../platform/http/principal';
import { isId } from '../../../kernel/ids';
import {
  type Principal,
  type Scope,
  ScopeMissing,
  type ScopeSubject,
  type StorefrontToken,
} from '../../../kernel/scopes';
import { OriginRefused } from '../access.errors';
import { consumeOrRefuse } from '../consume-or-refuse';
import { networkOf } from '../network-of';
import { StorefrontCostLimit } from '../storefront-cost-limit';
import { StorefrontOrdersService } from '../storefront-orders.service';
import { TokensService } from '../tokens.service';

/** The values set by the decorators of a route. */
interface RouteRule {
  readonly isPublic: boolean;
  /** Undefined: decided by the HTTP method. */
  readonly action: 'read' | 'write' | undefined;
  readonly scopes: { readonly read: string; readonly write: string };
  /** Undefined: closed to tokens of public clients. */
  readonly storefront: StorefrontRule | undefined;
  /** Whether `storefront` is that of the controller, which opens its GET routes only. */
  readonly isForReads: boolean;
}

/** Admits a request if its token has the scope of the route. A route without a declared scope refuses every request. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly rules = new WeakMap<object, RouteRule>();
  private readonly requests: RateLimiterMemory | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokensService,
    private readonly storefrontOrders: StorefrontOrdersService,
    private readonly pages: StorefrontCostLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const points = config.access.requestsPerMinute;
    this.requests = points === 0 ? undefined : new RateLimiterMemory({ points, duration: 60 });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.ruleOf(context);
    if (rule.isPublic) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = tokenOf(request.headers.authorization);
    const principal = await this.tokens.principalOf(token);
    if (typeof principal === 'string') throw new TokenRequired(principal);
    request.principal = principal;
    request.isStillValid = async () => typeof (await this.tokens.principalOf(token)) !== 'string';
    this.checkOrigin(context, principal);
    if (this.requests !== undefined) await this.count(this.requests, principal, request.ip);
    if (principal.storefront !== undefined)
      await this.pages.count(principal.storefront.clientId, request.ip, context.switchToHttp().getResponse<Response>());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (principal.storefront !== undefined) return this.admitStorefront(rule, principal.storefront, request, isRead);
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
      storefront: this.reflector.getAllAndOverride<StorefrontRule | undefined>(STOREFRONT_RULE, places),
      isForReads: this.reflector.get<StorefrontRule | undefined>(STOREFRONT_RULE, handler) === undefined,
    };
    this.rules.set(handler, rule);
    return rule;
  }

  /**
   * Removes the CORS header from responses to pages of a foreign origin: not in CORS_ORIGINS, and not an origin of the
   * public client. @throws OriginRefused for a public client's token from such a page
   */
  private checkOrigin(context: ExecutionContext, { storefront }: Principal): void {
    const { origin } = context.switchToHttp().getRequest<AuthenticatedRequest>().headers;
    if (origin === undefined) return;
    const isConfigured = this.config.http.corsOrigins.includes(origin);
    if (isConfigured || storefront?.origins.includes(origin)) return;
    context.switchToHttp().getResponse<Response>().removeHeader('Access-Control-Allow-Origin');
    if (storefront !== undefined) throw new OriginRefused();
  }

  /** @throws StorefrontRefused unless the route, its parameters and the order are the token's own */
  private async admitStorefront(
    { storefront: rule, isForReads }: RouteRule,
    token: StorefrontToken,
    { params }: AuthenticatedRequest,
    isRead: boolean,
  ): Promise<boolean> {
    if (rule === undefined || (isForReads && !isRead)) throw new StorefrontRefused();
    const only = Object.entries(rule.only ?? {});
    if (!only.every(([name, values]) => values.includes(String(params[name])))) throw new StorefrontRefused();
    if (rule.ownOrder === undefined) return true;
    const order = String(params[rule.ownOrder]);
    if (isId(order) && (await this.storefrontOrders.isOwn(token.id, order))) return true;
    throw new StorefrontRefused();
  }

  private async count(requests: RateLimiterMemory, principal: Principal, address = ''): Promise<void> {
    const { id, storefront } = principal;
    await consumeOrRefuse(requests, storefront === undefined ? id : `${storefront.clientId} ${networkOf(address)}`);
  }
}

/** @throws TokenRequired */
function tokenOf(header: string | undefined): string {
  const token = /^Bearer ([\x21-\x7e]{1,255})$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new TokenRequired('missing');
  return token;
}
