import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AuthenticatedRequest } from '../principal';
import { type ByteLimits } from './body.intake';
import { MAX_BODY_BYTES } from './field.rules';
import { readBody } from './request.reader';

/** A client id, a secret and scopes: a route that is open to anybody takes no more. */
const OPEN_ROUTE: ByteLimits = { maxBytes: 16_384, maxDiscardedBytes: 2 * MAX_BODY_BYTES };
/** A sender that pours this much more than it may has had its answer long before. */
const KNOWN_CALLER: ByteLimits = { maxBytes: MAX_BODY_BYTES, maxDiscardedBytes: 64 * MAX_BODY_BYTES };
/** Of a body whose caller is not known yet, or was refused. */
export const UNKNOWN_CALLER: ByteLimits = { maxBytes: MAX_BODY_BYTES, maxDiscardedBytes: 2 * MAX_BODY_BYTES };

/** Reads the body of a request that the scope guard has let through: nobody else has theirs looked at. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const read = readBody(request, request.principal === undefined ? OPEN_ROUTE : KNOWN_CALLER);
    return read === undefined ? true : read.then(() => true);
  }
}
