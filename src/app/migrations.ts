import { Foundation1763700000000 } from './migrations/1763700000000-foundation';
import { Webhooks1763700500000 } from './migrations/1763700500000-webhooks';

/** Every migration, oldest first. */
export const migrations = [Foundation1763700000000, Webhooks1763700500000];
