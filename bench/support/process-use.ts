import { readFileSync } from 'node:fs';

/** Clock ticks a second of `/proc/<pid>/stat`: Linux counts in hundredths for programs. */
const TICKS = 100;

const kilobytes = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);

/** Megabytes resident, as the kernel counts them. */
export function residentMb(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Processor time of a process so far, in all its threads, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold blanks: fields are counted from its end (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Processor time of the first thread of a process so far, in seconds: the one whose event loop serves everybody. */
export function loopSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}
