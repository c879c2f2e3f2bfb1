import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AuthenticatedRequest, ForCustomers, ForStorefronts } from '../../platform/http/principal';
import { ifMatchOf } from '../../platform/http/fields/request-values';
import { PricesInCurrency, xCurrencyOf } from '../settings/currency.header';
import { type CartTerms } from './carts.service';

/** The headers of a request that a cart is priced and written by. */
export const Terms = createParamDecorator((_: unknown, context: ExecutionContext): CartTerms => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return { currency: xCurrencyOf(request), signedIn: request.customer, ifMatch: ifMatchOf(request) };
});

/** A route of carts for shops, pages and those who are signed in, which prices in the currency of `X-Currency`. */
export const ForBuyers = (): MethodDecorator => applyDecorators(ForStorefronts(), PricesInCurrency(), ForCustomers());
