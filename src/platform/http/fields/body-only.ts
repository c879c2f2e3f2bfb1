import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import { type Request } from 'express';
import { refuseFields } from './unknown-fields';

/**
 * Refuses a query, because the fields of the request are in its body: ignored, an `amount` in the query would mean all there
 * is.
 */
class BodyOnlyGuard implements CanActivate {
  constructor(private readonly applies: (params: Request['params']) => boolean) {}

  canActivate(context: ExecutionContext): boolean {
    const { params, query } = context.switchToHttp().getRequest<Request>();
    if (this.applies(params)) refuseFields(Object.keys(query).map((name) => [name, 'must be sent in the body']));
    return true;
  }
}

/** A handler whose fields are in the body only. @param applies by the parameters of its path; left out: always */
export const BodyOnly = (applies: (params: Request['params']) => boolean = () => true): MethodDecorator =>
  UseGuards(new BodyOnlyGuard(applies));
