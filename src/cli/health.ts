import { type Config, ConfigurationError, loadConfig } from '../platform/config/config';

/** A probe that waits longer than that is a failed one. */
const PATIENCE_MS = 4_000;
/** Addresses to listen on that mean every one of the machine, and where such a listener is found. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Returns the readiness URL of a process with these settings. @throws ConfigurationError when they name no port */
function readyUrl({ http, metrics }: Config, role: string): string {
  const port = role === 'worker' ? metrics.port : http.port;
  const setting = role === 'worker' ? 'METRICS_PORT' : 'PORT';
  if (port === undefined || port === 0) throw new ConfigurationError([`${setting} must name a port to be asked on`]);
  return `http://${EVERYWHERE[http.host] ?? http.host}:${port}/health/ready`;
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
