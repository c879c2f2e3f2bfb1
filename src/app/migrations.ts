import { Foundation1763700000000 } from './migrations/1763700000000-foundation';

import { Orders1763700400000 } from './migrations/1763700400000-orders';

/** Every migration, oldest first. */
export const migrations = [Foundation1763700000000, Orders1763700400000];
