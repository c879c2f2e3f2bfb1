import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { type Request } from 'express';

/** The code of `X-Currency` (carts.md 4); null when it was not sent or is empty. */
export const XCurrency = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  xCurrencyOf(context.switchToHttp().getRequest<Request>()),
);

/** {@link XCurrency} of a request. */
export function xCurrencyOf({ headers }: Pick<Request, 'headers'>): string | null {
  const header = headers['x-currency'];
  return (typeof header === 'string' && header.trim()) || null;
}

/** Documents a call that prices in the currency of `X-Currency`. */
export const PricesInCurrency = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'X-Currency',
      required: false,
      description: 'Code of an enabled currency to price in. Default: the default currency of the store.',
      schema: { type: 'string', minLength: 3, maxLength: 3, example: 'USD' },
    }),
  );
