import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AuthenticatedRequest, ForCustomers, ForStorefronts } from '../../platform/http/principal';
import { ifMatchOf } from '../../platform/http/fields/request-values';
import { messageLanguageOf, TellsWhy } from '../promotions/message-language';
import { PricesInCurrency, xCurrencyOf } from '../settings/currency.header';
import { type CartTerms } from './carts.service';

/** The headers of a request that a cart is priced and written by. */
export const Terms = createParamDecorator((_: unknown, context: ExecutionContext): CartTerms => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return {
    currency: xCurrencyOf(request),
    signedIn: request.customer,
    isGuest: request.customer === undefined && request.principal?.storefront !== undefined,
    ifMatch: ifMatchOf(request),
    page: pageOf(request),
    language: messageLanguageOf(context),
  };
});

/**
 * A route of carts for shops, pages and those who are signed in, which prices in the currency of `X-Currency`.
 * @param tellsWhy whether its response tells why promotions do not apply
 */
export const ForBuyers = ({ tellsWhy = false } = {}): MethodDecorator => {
  const told = tellsWhy ? [TellsWhy()] : [];
  return applyDecorators(ForStorefronts(), PricesInCurrency(), ForCustomers(), ...told);
};

function pageOf({ principal, ip = '' }: AuthenticatedRequest): CartTerms['page'] {
  return principal?.storefront && { address: ip, client: principal.storefront.clientId };
}
