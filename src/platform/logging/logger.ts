import { type LoggerService } from '@nestjs/common';
import { destination, pino, stdTimeFunctions, type Logger } from 'pino';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Names under which a secret could reach a log line, should somebody log a whole object. */
const SECRET_PATHS = [
  'authorization',
  'client_secret',
  'access_token',
  'secret',
  'password',
  'settings',
  'number',
  'cvv',
];

/** Structured JSON lines to standard output: time, level, message, and never a header, a body or a secret. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
    },
    // Written at once, but not waited for: a slow reader of the log does not hold up requests.
    destination({ dest: 1, sync: false }),
  );
}

/** Nest's own lines through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }
  error(message: unknown, ...context: unknown[]): void {
    this.logger.error({ context: context.at(-1) }, String(message));
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }
}
