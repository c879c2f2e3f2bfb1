import { StoreError } from '../kernel/errors';
import { ConfigurationError } from '../platform/config/config';
import { BackupRefused } from '../platform/database/connection/backup';
import { isTableMissing } from '../platform/database/connection/driver-faults';
import { DatabaseNotOpened } from '../platform/database/connection/open-database';
import { NoStoreOpen } from './local-store';
import { StoreRefused } from './stream/store-response';

/** @returns one line for an error that the operator can fix, the stack of any other */
export function reasonOf(error: unknown): string {
  const isKnown = [StoreError, StoreRefused, ConfigurationError, BackupRefused, DatabaseNotOpened, NoStoreOpen].some(
    (known) => error instanceof known,
  );
  if (isKnown && error instanceof Error) return error.message;
  // The operator named the file or the address.
  if (error instanceof Error && 'syscall' in error) return error.message;
  if (isTableMissing(error)) return 'The database has no tables yet: bring it up to date first, npm run migrate';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
