import { AsyncLocalStorage } from 'node:async_hooks';

/** The client of a request that is under way. */
export interface AskingClient {
  /** Null: a public client, whose buyers share it. The primary answers all that it asks. */
  readonly id: string | null;
  /** Whether the request writes nothing: GET. */
  readonly isReading: boolean;
}

/**
 * Tells which client makes the request of an async context. It returns undefined outside of a request, and in work that a request
 * has left running.
 */
export const askingClient = new AsyncLocalStorage<() => AskingClient | undefined>();
