import { QueryFailedError } from 'typeorm';
import { driverCode, isDeadlock, isDuplicate, isReadOnly, isUnreachable } from '../database/connection/driver-faults';

/** The cause of a failure in a log line. */
export interface FailureCause {
  /** Class of the error. */
  readonly type: string;
  /** Code of the system, the driver or the storage: `ECONNREFUSED`. */
  readonly code?: string;
  /** Message on one line, at most 200 characters. */
  readonly reason?: string;
}

const LONGEST_REASON = 200;
const LONGEST_CODE = 64;
const MAX_ERRORS = 4;

/** Returns what a log line says of the cause; undefined without one. Never a value of a statement. */
export function failureCause(failure: unknown): FailureCause | undefined {
  if (failure === undefined || failure === null) return undefined;
  const error: unknown = failure instanceof QueryFailedError ? failure.driverError : failure;
  const code = driverCode(error)?.slice(0, LONGEST_CODE);
  const reason = maySay(error, code) ? shortened(reasonOf(error)) : '';
  const type = (Object(error) as object).constructor.name.slice(0, LONGEST_CODE);
  return { type, ...(code === undefined ? {} : { code }), ...(reason === '' ? {} : { reason }) };
}

/** The database repeats values of the statement in some messages, but in none about its own state. */
function maySay(error: unknown, code = ''): boolean {
  if (!/^(?:ER|SQLITE)_/.test(code)) return true;
  return !isDuplicate(error) && (isUnreachable(error) || isReadOnly(error) || isDeadlock(error));
}

function reasonOf(error: unknown): string {
  // A name with several addresses: one failure for each, and a message of its own that is empty.
  if (error instanceof AggregateError) return error.errors.slice(0, MAX_ERRORS).map(reasonOf).join('; ');
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}

function shortened(text: string): string {
  const line = text
    .slice(0, LONGEST_REASON + 1)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1)}…` : line;
}
