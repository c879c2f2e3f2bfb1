export {
  type Answer,
  createClient,
  type ClientOptions,
  type FeedOptions,
  type ItemOf,
  type ListPath,
  type Send,
  type StoreClient,
} from './client.js';
export { type ErrorCode, isStoreFailure, StoreError, type StoreFailure } from './failures.js';
export type { components, operations, paths } from './schema.js';
export type { FeedEvent, SubscribeOptions, Subscription } from './subscribe.js';
export type { Credentials } from './tokens.js';
export type { RetryOptions } from './transport.js';
