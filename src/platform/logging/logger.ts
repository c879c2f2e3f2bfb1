import { basename, extname } from 'node:path';
import { type LoggerService } from '@nestjs/common';
import { type LoggerOptions, pino, stdTimeFunctions, type Logger } from 'pino';
import { activeSpan } from '../tracing/active-span';
import { LogOutput } from './log-output';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Names under which a secret could reach a log line, should somebody log a whole object. */
const SECRET_PATHS = [
  'authorization',
  'client_secret',
  'access_token',
  'secret',
  'password',
  'current_password',
  'token',
  'settings',
  'number',
  'cvv',
];

/** A header that holds one. */
const SECRET_HEADERS = ['["x-customer-token"]', '*["x-customer-token"]'];

/** Paths in errors of TypeORM and the drivers that contain the values of the failed statement. */
const STATEMENT_VALUES = ['err.parameters', 'err.sql', 'err.driverError'];

/** The trace that a line belongs to, where there is one. */
function traceFields(): { trace_id?: string } {
  const traceId = activeSpan.getStore()?.traceId;
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** Returns the name of the file that the process runs: `main` serves the API, `worker` works, `store` is a command. */
function processName(): string {
  return basename(process.argv[1] ?? '', extname(process.argv[1] ?? ''));
}

/** Structured JSON lines: time, process, level, message, and never a header, a body, a value of a statement or a secret. */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    base: { process: processName(), pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: traceFields,
    redact: {
      paths: [...SECRET_PATHS.flatMap((name) => [name, `*.${name}`]), ...SECRET_HEADERS, ...STATEMENT_VALUES],
      censor: '[removed]',
    },
  };
}

/** The process's standard output: one queue for all its loggers, so that their lines stay in order. */
export const standardOutput = new LogOutput(1, (lines) => {
  const parts: string[] = [];
  const { mixin: _, ...options } = loggerOptions('warn');
  pino(options, { write: (line: string) => void parts.push(line) }).warn({ lines }, 'log lines were dropped');
  return parts.join('');
});

let isLastWritten = false;

/** Writes the waiting lines when the process exits. A killed process loses them. */
function writeLastOnExit(): void {
  if (isLastWritten) return;
  isLastWritten = true;
  process.on('exit', () => standardOutput.writeLast());
}

/** The process's logger, to standard output. A slow reader of the log does not hold up requests. */
export function createLogger(level: string): Logger {
  writeLastOnExit();
  return pino(loggerOptions(level), standardOutput.prompt);
}

/**
 * The logger of request lines, which hold nothing but what request-log.ts puts there: without the redaction that other
 * lines need, and written many at once, for a write of its own costs more than a line. Their trace is put there, too.
 */
export function createRequestLogger(level: string): Logger {
  writeLastOnExit();
  const { redact: _, mixin: __, ...options } = loggerOptions(level);
  return pino(options, standardOutput.together);
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
