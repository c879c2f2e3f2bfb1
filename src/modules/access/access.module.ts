import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BodyGuard } from '../../platform/http/body/body.guard';
import { ApiClient } from './data/api-client.entity';
import { AccessToken } from './data/access-token.entity';
import { ClientsService } from './clients.service';
import { ScopeGuard } from './http/scope.guard';
import { TokenController } from './http/token.controller';
import { LoginLimit } from './login-limit';
import { StorefrontOrder } from './data/storefront-order.entity';
import { StorefrontLimit } from './storefront-limit';
import { StorefrontOrdersService } from './storefront-orders.service';
import { StorefrontOriginsService } from './storefront-origins.service';
import { TokensService } from './tokens.service';

/** API clients, tokens and scopes; guards every route of the process. */
@Module({
  controllers: [TokenController],
  providers: [
    ClientsService,
    TokensService,
    LoginLimit,
    StorefrontLimit,
    StorefrontOrdersService,
    StorefrontOriginsService,
    // In this order: the body of a request without the scope of its route is never looked at.
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
  ],
  exports: [ClientsService, TokensService, LoginLimit, StorefrontOrdersService, StorefrontOriginsService],
})
export class AccessModule {
  static readonly entities = [AccessToken, ApiClient, StorefrontOrder];
}
