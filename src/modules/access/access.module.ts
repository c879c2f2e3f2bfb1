import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BodyGuard } from '../../platform/http/body/body.guard';
import { AccessRevision } from './data/access-revision.entity';
import { ApiClient } from './data/api-client.entity';
import { AccessToken } from './data/access-token.entity';
import { ClientUsesService } from './client-uses.service';
import { ClientsService } from './clients.service';
import { ConsoleCodesService } from './console-codes.service';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleCode } from './data/console-code.entity';
import { ConsoleSession } from './data/console-session.entity';
import { ClientsController } from './http/clients.controller';
import { ConsoleSessionController } from './http/console-session.controller';
import { ScopeGuard } from './http/scope.guard';
import { TokenController } from './http/token.controller';
import { KnownTokens } from './known-tokens';
import { LoginLimit } from './login-limit';
import { StorefrontOrder } from './data/storefront-order.entity';
import { StorefrontLimit } from './storefront-limit';
import { StorefrontCostLimit } from './storefront-cost-limit';
import { StorefrontOrdersService } from './storefront-orders.service';
import { StorefrontOriginsService } from './storefront-origins.service';
import { TokensService } from './tokens.service';

/** API clients, tokens and scopes; guards every route of the process. */
@Module({
  controllers: [TokenController, ClientsController, ConsoleSessionController],
  providers: [
    ClientsService,
    TokensService,
    KnownTokens,
    ClientUsesService,
    ConsoleCodesService,
    ConsoleSessionsService,
    LoginLimit,
    StorefrontLimit,
    StorefrontCostLimit,
    StorefrontOrdersService,
    StorefrontOriginsService,
    // In this order: the body of a request without the scope of its route is never looked at.
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
  ],
  exports: [
    ClientsService,
    TokensService,
    KnownTokens,
    ConsoleCodesService,
    LoginLimit,
    StorefrontOrdersService,
    StorefrontOriginsService,
  ],
})
export class AccessModule {
  static readonly tags = { Clients: 'API clients: programs and people that may use the API, with their scopes.' };
  static readonly entities = [AccessRevision, AccessToken, ApiClient, ConsoleCode, ConsoleSession, StorefrontOrder];
}
