import { type NextFunction, type RequestHandler, type Response } from 'express';
import { type Config } from '../config/config';
import { type AskingClient, askingClient } from '../database/replicas/asking-client';
import { type AuthenticatedRequest } from './principal';

/** Returns the step of a request that the replicas of a configuration need; none without replicas. */
export function replicaSteps({ database }: Config): RequestHandler[] {
  return database.replicas.urls.length === 0 ? [] : [tellClient];
}

/** Tells which client makes a request, until it has its response. A guard finds the client later. */
function tellClient(request: AuthenticatedRequest, response: Response, next: NextFunction): void {
  askingClient.run(() => (response.writableEnded ? undefined : clientOf(request)), next);
}

function clientOf({ principal, method }: AuthenticatedRequest): AskingClient | undefined {
  if (principal === undefined) return undefined;
  const isReading = method === 'GET' || method === 'HEAD';
  return { id: principal.storefront === undefined ? principal.id : null, isReading };
}
