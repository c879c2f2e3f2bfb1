/**
 * Listens for SIGTERM and SIGINT from the moment it is imported, which entry points do first: the first process of a container
 * ignores a signal that it has no listener for, and would be killed at the end of its grace. Until the process has started
 * nothing is under way, and it ends at once.
 */
let stop = (_signal: string): void => process.exit(0);

process.on('SIGTERM', (signal) => stop(signal));
process.on('SIGINT', (signal) => stop(signal));

/** What is done on a signal from now on. */
export function onStopSignal(handle: (signal: string) => void): void {
  stop = handle;
}
