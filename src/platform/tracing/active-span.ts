import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span } from './tracing';

/** What is traced in an async context; one storage for all stores of a process, for the log reads it too. */
export const activeSpan = new AsyncLocalStorage<Span | undefined>();
