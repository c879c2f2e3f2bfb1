import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ClientsService } from './clients.service';
import { ScopeGuard } from './http/scope.guard';
import { TokenController } from './http/token.controller';
import { LoginLimit } from './login-limit';
import { TokensService } from './tokens.service';

/** API clients, tokens and scopes; guards every route of the process. */
@Module({
  controllers: [TokenController],
  providers: [ClientsService, TokensService, LoginLimit, { provide: APP_GUARD, useClass: ScopeGuard }],
  exports: [ClientsService, TokensService, LoginLimit],
})
export class AccessModule {}
