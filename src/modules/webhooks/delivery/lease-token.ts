import { randomToken } from '../../../kernel/ids';

/** Characters of a worker's name. */
export const WORKER_NAME = 8;

/** A worker's name: 48 random bits. */
export const workerName = (): string => randomToken(6);

/** The worker's name and 80 random bits: 22 characters. */
export const leaseToken = (worker: string): string => worker + randomToken(10);

/** Whether a worker of this name drew a token. */
export const isTokenOf = (worker: string, token: string | null): boolean => token?.startsWith(worker) ?? false;
