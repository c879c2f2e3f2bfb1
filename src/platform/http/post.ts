import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';

/**
 * A POST route, which honours `Idempotency-Key` (wire.md 6). Stands in for Nest's own: an interceptor for all routes
 * would put every GET through its streams as well. A lint rule keeps controllers from Nest's.
 */
export const Post = (path = ''): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));
