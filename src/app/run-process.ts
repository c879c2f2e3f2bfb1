import { type Logger } from 'pino';
import { type Config, ConfigurationError, loadConfig } from '../platform/config/config';
import { DatabaseNotOpened } from '../platform/database/connection/open-database';
import { CannotListen } from './cannot-listen';
import { onStopSignal } from './stop-signal';

/** A process that serves. */
export interface RunningProcess {
  readonly logger: Logger;
  /** Finishes what is under way and closes everything. @param hurry aborted by a second signal: wait for nobody else */
  readonly stop: (hurry: AbortSignal) => Promise<void>;
}

/**
 * Runs a process of the store: starts it, and on the first SIGTERM or SIGINT stops it and exits 0. What keeps it from
 * starting is written to stderr, a fault of the configuration without a stack, and it exits 1.
 * @param refusal what is said before the reason: `storekeeper cannot start.`
 */
export function runProcess(refusal: string, start: (config: Config) => Promise<RunningProcess>): void {
  surviveClosedOutput();
  surviveRedis();
  const fail = (error: unknown): void => {
    process.stderr.write(`${refusal} ${reasonOf(error)}\n`);
    process.exit(1);
  };
  try {
    start(loadConfig()).then(stopOnSignal).catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Text for people, such as the welcome: a full disk or a reader that is gone must not end the process. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Redis only wakes work up, so nothing of it may end the process (webhooks.md 10). Its clients repeat some commands by themselves and leave
 * their failure unhandled; the queue reports and counts whether Redis can be used. All else ends the process, as without this.
 */
function surviveRedis(): void {
  process.on('unhandledRejection', (reason) => {
    if (isOfRedis(reason)) return;
    throw reason instanceof Error ? reason : new Error(String(reason));
  });
}

/** Whether a client of Redis made the error: its innermost frame is there. */
function isOfRedis(reason: unknown): boolean {
  const [frame = ''] = /^ {4}at .*$/m.exec((reason as Partial<Error> | undefined)?.stack ?? '') ?? [];
  return /[/\\]node_modules[/\\](?:ioredis|bull|redis-parser|redis-errors)[/\\]/.test(frame);
}

function stopOnSignal({ logger, stop }: RunningProcess): void {
  const hurry = new AbortController();
  let isStopping = false;
  const stopOnce = async (signal: string): Promise<void> => {
    if (isStopping) {
      hurry.abort();
      return;
    }
    isStopping = true;
    logger.info({ signal }, 'draining');
    await stop(hurry.signal).then(
      () => logger.info('stopped'),
      (error: unknown) => logger.error({ err: error }, 'stopped, but not in order'),
    );
    // Ends the process although something may still keep the event loop busy, such as a Redis that is away.
    process.exit(0);
  };
  onStopSignal((signal) => void stopOnce(signal));
}

/** @returns the message of an error that the operator can fix, the stack of any other */
function reasonOf(error: unknown): string {
  const isKnown = [ConfigurationError, DatabaseNotOpened, CannotListen].some((known) => error instanceof known);
  if (isKnown && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
