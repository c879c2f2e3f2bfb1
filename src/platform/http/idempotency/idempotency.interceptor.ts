import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Transactions } from '../../database/transactions';
import { IdempotencyKeyInvalid } from '../http.errors';
import { type AuthenticatedRequest } from '../principal';
import { IdempotentAnswers } from './idempotent-answers';

const KEY = /^[\x20-\x7e]{1,255}$/;

function sha256(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Runs a POST that carries an `Idempotency-Key` at most once, in one transaction with its stored answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotentAnswers,
    private readonly transactions: Transactions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || request.principal === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY.test(key)) throw new IdempotencyKeyInvalid();
    const id = sha256(request.principal.id, key);
    const fingerprint = sha256(request.method, request.originalUrl, JSON.stringify(request.body ?? null));
    return from(this.once(id, fingerprint, context.switchToHttp().getResponse<Response>(), next));
  }

  private async once(id: string, fingerprint: string, response: Response, next: CallHandler): Promise<unknown> {
    const claim = await this.idempotency.claim(id, fingerprint);
    if (!('token' in claim)) {
      response.status(claim.status).setHeader('Idempotency-Replayed', 'true');
      return claim.body;
    }
    try {
      return await this.transactions.run(async (tx) => {
        const body: unknown = await lastValueFrom(next.handle());
        await this.idempotency.store(tx, claim, { status: response.statusCode, body });
        return body;
      });
    } catch (error) {
      await this.idempotency.release(claim);
      throw error;
    } finally {
      this.idempotency.ended(claim);
    }
  }
}
