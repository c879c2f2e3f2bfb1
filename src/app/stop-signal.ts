/**
 * Listens for SIGTERM and SIGINT from the moment it is imported, which entry points do first: the first process of a container
 * ignores a signal that it has no listener for, and would be killed at the end of its grace. Until the process has started
 * nothing is under way, and it ends at once.
 */
let stop = (_signal: string): void => process.exit(0);
let kept: string | undefined;

process.on('SIGTERM', (signal) => stop(signal));
process.on('SIGINT', (signal) => stop(signal));

/** Holds a signal back until {@link onStopSignal} sets its handler. Call it before any work starts. */
export function keepStopSignal(): void {
  stop = (signal) => (kept = signal);
}

/** Sets the handler of a stop signal, and runs it at once when a signal was held back. */
export function onStopSignal(handle: (signal: string) => void): void {
  stop = handle;
  if (kept !== undefined) handle(kept);
}
