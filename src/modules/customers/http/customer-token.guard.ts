import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AuthenticatedRequest } from '../../../platform/http/principal';
import { CustomerTokensService } from '../customer-tokens.service';

/** Reads the signed-in customer from `X-Customer-Token`, on every route. An invalid token is refused on every route. */
@Injectable()
export class CustomerTokenGuard implements CanActivate {
  constructor(private readonly tokens: CustomerTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = request.headers['x-customer-token'];
    if (token === undefined || token === '' || request.principal === undefined) return true;
    request.customer = await this.tokens.signedIn(String(token));
    const { isStillValid } = request;
    request.isStillValid = async () =>
      (await isStillValid?.()) !== false && (await this.tokens.isSignedIn(String(token)));
    return true;
  }
}
