import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { StoreError } from '../../../kernel/errors';
import { Transactions } from '../../database/connection/transactions';
import { errorAnswer } from '../error.filter';
import { IdempotencyKeyInvalid } from '../http.errors';
import { IdempotencyMetrics } from './idempotency-metrics';
import { type Claim, type Fingerprints, IdempotentAnswers, type StoredAnswer } from './idempotent-answers';
import { type KeyedRequest, RUNS_OWN_TRANSACTIONS } from './own-transactions';
import { meaningOf } from './request-meaning';

const KEY = /^[\x20-\x7e]{1,255}$/;

function sha256(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/**
 * Runs a POST that carries an `Idempotency-Key` at most once, in one transaction with its stored answer. A handler that
 * `RunsOwnTransactions` gets none: it calls another machine in between, and finds its earlier effect by the request's key.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotentAnswers,
    private readonly transactions: Transactions,
    private readonly replays: IdempotencyMetrics,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || request.principal === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY.test(key)) throw new IdempotencyKeyInvalid();
    const id = sha256(request.principal.id, key);
    // The key, of which only a hash is stored, salts it: nobody can guess a card number or a password back from the fingerprint.
    // A customer who signed in since makes another request: the first may have been priced for a guest.
    const person = request.customer === undefined ? [] : [request.customer.id];
    const fingerprintOf = (body: string): string =>
      sha256(key, request.method, request.originalUrl, body, ...currencyOf(request), ...person);
    const fingerprints = {
      fingerprint: fingerprintOf(meaningOf(context, request.body)),
      // An older version of the store compared the bytes: it may have answered the first request.
      former: fingerprintOf(JSON.stringify(request.body ?? null)),
    };
    request.idempotencyId = id;
    const isApart = Reflect.getMetadata(RUNS_OWN_TRANSACTIONS, context.getHandler()) === true;
    const run = { response: context.switchToHttp().getResponse<Response>(), next, isApart };
    return from(this.once(id, fingerprints, run));
  }

  private async once(id: string, fingerprints: Fingerprints, run: Run): Promise<unknown> {
    const claim = await this.idempotency.claim(id, fingerprints);
    const { response } = run;
    if (!('token' in claim)) {
      this.replays.replayed();
      response.status(claim.status).setHeader('Idempotency-Replayed', 'true');
      if (claim.errorCode !== undefined) response.setHeader('Error-Code', claim.errorCode);
      return claim.body;
    }
    const outcome = await this.first(claim, run);
    if ('error' in outcome) throw outcome.error;
    return outcome.body;
  }

  private async first(claim: Claim, run: Run): Promise<Outcome> {
    try {
      return run.isApart ? await this.apart(claim, run) : await this.within(claim, run);
    } catch (error) {
      await (run.isApart && mayHaveEffect(error) ? this.idempotency.suspend(claim) : this.idempotency.release(claim));
      throw error;
    } finally {
      this.idempotency.ended(claim);
    }
  }

  private within(claim: Claim, { response, next }: Run): Promise<Outcome> {
    return this.transactions.runAmbient(async (tx) => {
      const outcome = await outcomeOf(next);
      await this.idempotency.store(tx, claim, storedAnswer(outcome, response.statusCode));
      return outcome;
    });
  }

  private async apart(claim: Claim, { response, next }: Run): Promise<Outcome> {
    const outcome = await outcomeOf(next);
    const answer = storedAnswer(outcome, response.statusCode);
    await this.transactions.run((tx) => this.idempotency.store(tx, claim, answer));
    return outcome;
  }
}

/** Prices of the response depend on it: another currency is another request. Nothing when none was sent. */
function currencyOf({ headers }: KeyedRequest): string[] {
  const code = headers['x-currency'];
  return typeof code === 'string' && code.trim() !== '' ? [code.trim().toUpperCase()] : [];
}

/** A request, and how it is run. */
interface Run {
  readonly response: Response;
  readonly next: CallHandler;
  /** Its handler opens its own transactions. */
  readonly isApart: boolean;
}

/** Whether a failed request may have changed something. One that the caller can fix did not: its key may be used again. */
function mayHaveEffect(error: unknown): boolean {
  return !(error instanceof StoreError) || error.kind === 'unavailable';
}

/** Result of a request whose effect is kept. */
type Outcome = { readonly body: unknown } | { readonly error: StoreError };

/** @throws what the handler throws, unless that failure has an effect to keep */
async function outcomeOf(next: CallHandler): Promise<Outcome> {
  try {
    return { body: await lastValueFrom<unknown>(next.handle()) };
  } catch (error) {
    if (error instanceof StoreError && error.keepsEffect === true) return { error };
    throw error;
  }
}

function storedAnswer(outcome: Outcome, status: number): StoredAnswer {
  if ('body' in outcome) return { status, body: outcome.body };
  return { ...errorAnswer(outcome.error), errorCode: outcome.error.code };
}
