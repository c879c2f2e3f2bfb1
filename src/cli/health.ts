import { type Config, loadConfig } from '../platform/config/config';
import { localUrl } from './local-url';

/** A probe that waits longer than that is a failed one. */
const PATIENCE_MS = 4_000;
/** Returns the readiness URL of a process with these settings. @throws ConfigurationError when they name no port */
function readyUrl({ http, metrics }: Config, role: string): string {
  const port = role === 'worker' ? metrics.port : http.port;
  const setting = role === 'worker' ? 'METRICS_PORT' : 'PORT';
  return `${localUrl(http.host, port, setting)}/health/ready`;
}

/**
 * Exits 0 when the process beside it is ready and 1 when it is not. A script of its own, not a subcommand of `store`: a
 * container runs it every few seconds, and this one loads no framework. The argument `worker` asks a worker.
 */
async function ask(role: string): Promise<void> {
  const answer = await fetch(readyUrl(loadConfig(), role), { signal: AbortSignal.timeout(PATIENCE_MS) });
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
}

ask(process.argv[2] ?? 'api').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
