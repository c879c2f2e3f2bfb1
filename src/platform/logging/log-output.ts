import { writeSync, write } from 'node:fs';

/** Characters that wait for a slow reader of the log before lines are dropped. */
const MAX_WAITING = 1_048_576;
/** Characters of lines that are written together, and how long they wait for each other at most. */
const TOGETHER_SIZE = 8_192;
const TOGETHER_MS = 100;
/** A pipe that is full says so with an error (EAGAIN) and takes more later. */
const FULL_PIPE_MS = 50;

/** The destination of a pino logger. */
export interface LogDestination {
  write(line: string): void;
  flush(done: () => void): void;
}

/**
 * Writes log lines to a file descriptor, in order, without blocking. If the disk is full or the reader is gone or too slow,
 * lines are dropped and counted, and the process continues. Once writing works again, one line tells how many were lost.
 * pino's own stream throws such an error, and at exit retries for ever to write the rest.
 */
export class LogOutput {
  private waiting: string[] = [];
  private waitingSize = 0;
  private isWriting = false;
  /** Whether one of the lines that wait is to be written at once. */
  private isUrgent = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly flushes: (() => void)[] = [];
  private droppedLines = 0;
  /** Dropped lines that no log line has reported yet. */
  private untold = 0;

  /** @param lost the line that tells how many lines were dropped */
  constructor(
    private readonly fd: number,
    private readonly lost: (lines: number) => string,
  ) {}

  /** Lines dropped since the process started. */
  get dropped(): number {
    return this.droppedLines;
  }

  /** For lines that are written at once. */
  readonly prompt: LogDestination = {
    write: (line) => {
      if (this.add(line)) this.writeUrgently();
    },
    flush: (done) => this.flush(done),
  };

  /** For lines that come in numbers: a write of its own costs more than a line. */
  readonly together: LogDestination = {
    write: (line) => {
      if (this.add(line)) this.writeTogether();
    },
    flush: (done) => this.flush(done),
  };

  /** Tries once to write what waits: the process ends after it. */
  writeLast(): void {
    try {
      if (this.waiting.length > 0) writeSync(this.fd, this.waiting.join(''));
    } catch {
      // The process ends, so the error cannot be reported.
    }
    this.waiting = [];
  }

  private flush(done: () => void): void {
    this.flushes.push(done);
    this.writeWaiting();
  }

  /** @returns whether there was room for it */
  private add(line: string): boolean {
    if (this.waitingSize + line.length > MAX_WAITING) {
      this.drop(1);
      return false;
    }
    this.waiting.push(line);
    this.waitingSize += line.length;
    return true;
  }

  private drop(lines: number): void {
    this.droppedLines += lines;
    this.untold += lines;
  }

  /** Writes at once what nobody wants to wait for, else when there is enough of it. */
  private writeTogether(): void {
    if (this.isUrgent || this.flushes.length > 0 || this.waitingSize >= TOGETHER_SIZE) this.writeWaiting();
    else if (this.waiting.length > 0) this.timer ??= setTimeout(() => this.writeUrgently(), TOGETHER_MS).unref();
  }

  /** At once, or right after the write under way. */
  private writeUrgently(): void {
    this.isUrgent = true;
    this.writeWaiting();
  }

  private writeWaiting(): void {
    if (this.isWriting) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isUrgent = false;
    if (this.waiting.length === 0) {
      for (const done of this.flushes.splice(0)) done();
      return;
    }
    const lines = this.waiting;
    this.waiting = [];
    this.isWriting = true;
    this.writeBytes(Buffer.from(lines.join('')), lines.length);
  }

  private writeBytes(bytes: Buffer, lines: number): void {
    write(this.fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this.writeBytes(bytes, lines), FULL_PIPE_MS).unref();
      else if (error) this.settle(lines);
      else if (written < bytes.length) this.writeBytes(bytes.subarray(written), lines);
      else this.settle(0);
    });
  }

  private settle(lost: number): void {
    this.isWriting = false;
    this.waitingSize = this.waiting.reduce((sum, line) => sum + line.length, 0);
    if (lost > 0) this.drop(lost);
    else if (this.untold > 0) {
      const lines = this.untold;
      this.untold = 0;
      if (this.add(this.lost(lines))) this.isUrgent = true;
    }
    // Lines that came during the write wait for each other too.
    this.writeTogether();
  }
}
