import { type Request } from 'express';
import { type AuthenticatedRequest } from '../principal';

/** Interval in which a long answer sends a sign of life and looks whether it may go on. */
export const HEARTBEAT_MS = 15_000;

/**
 * Whether the tokens of a request are still valid (wire.md 5). While that cannot be read, a long answer goes on: it reads its
 * own rows from the same database.
 */
export async function mayGoOn(request: Request): Promise<boolean> {
  const { isStillValid }: AuthenticatedRequest = request;
  try {
    return (await isStillValid?.()) ?? true;
  } catch {
    return true;
  }
}

/**
 * Ends a long answer when a token of its request was revoked or has expired: within an interval, in every process.
 * @returns stops the looks, when the answer has ended
 */
export function endWithToken(request: Request, end: () => void): () => void {
  const looks = setInterval(() => {
    void mayGoOn(request).then((isValid) => isValid || end());
  }, HEARTBEAT_MS);
  return () => clearInterval(looks);
}
