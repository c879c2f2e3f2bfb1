import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span } from './tracing';

/** The active span of an async context. All stores of a process share this storage, because the log reads it too. */
export const activeSpan = new AsyncLocalStorage<Span | undefined>();
