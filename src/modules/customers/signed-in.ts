import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type SignedInCustomer } from '../../kernel/scopes';
import { type AuthenticatedRequest } from '../../platform/http/principal';
import { CustomerTokenRefused } from './customers.errors';

/** The customer who is signed in. @throws CustomerTokenRefused when nobody is */
export const Me = createParamDecorator((_: unknown, context: ExecutionContext): SignedInCustomer => {
  const { customer } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (customer === undefined) throw new CustomerTokenRefused();
  return customer;
});
