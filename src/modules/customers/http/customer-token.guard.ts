import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AuthenticatedRequest } from '../../../platform/http/principal';
import { CustomerTokensService } from '../customer-tokens.service';

/** Tells who is signed in by `X-Customer-Token`, on every route that a client may use. A token that is no good is refused everywhere. */
@Injectable()
export class CustomerTokenGuard implements CanActivate {
  constructor(private readonly tokens: CustomerTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = request.headers['x-customer-token'];
    if (token === undefined || token === '' || request.principal === undefined) return true;
    request.customer = await this.tokens.signedIn(String(token));
    return true;
  }
}
