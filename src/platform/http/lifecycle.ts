import { type NextFunction, type Request, type Response } from 'express';
import { Injectable } from '@nestjs/common';
import { ErrorFilter } from './error.filter';
import { Draining } from './http.errors';

/** Whether the process takes requests. A process that stops leaves its load balancers first, and then drains. */
@Injectable()
export class Lifecycle {
  private leaving = false;
  private draining = false;
  private readonly endings = new Set<() => void>();

  /** Whether it begins to stop: load balancers and clients should send their next request to another process. */
  get isLeaving(): boolean {
    return this.leaving;
  }

  /** From now on it is not ready, and has connections closed after their answer. It still takes every request. */
  leave(): void {
    this.leaving = true;
  }

  /** From now on every request is answered 503; those under way go on. */
  drain(): void {
    this.leave();
    this.draining = true;
    for (const end of this.endings) end();
  }

  /** Registers how a response ends that would otherwise go on: at once, if it began before the drain. @returns how to forget it */
  onDrain(end: () => void): () => void {
    if (this.draining) end();
    this.endings.add(end);
    return () => void this.endings.delete(end);
  }

  /** Refuses new requests while draining, and has connections closed after their answer from the moment that it leaves. */
  readonly refuseWhileDraining = (request: Request, response: Response, next: NextFunction): void => {
    if (this.leaving) response.setHeader('Connection', 'close');
    if (!this.draining || request.path === '/health/live') next();
    else new ErrorFilter().answer(new Draining(), request, response);
  };
}
