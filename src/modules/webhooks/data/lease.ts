import { randomToken } from '../../../kernel/ids';

/** How long a worker owns a delivery, or a duty (webhooks.md 9). */
export const LEASE_MS = 60_000;

/** 128 random bits: 22 characters. */
export const leaseToken = (): string => randomToken(16);
