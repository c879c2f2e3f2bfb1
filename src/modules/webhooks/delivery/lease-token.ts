import { randomToken } from '../../../kernel/ids';

/** 128 random bits: 22 characters. */
export const leaseToken = (): string => randomToken(16);
