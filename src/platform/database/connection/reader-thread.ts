import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

type Row = Record<string, unknown>;

/** A statement for the thread. */
export interface ReaderRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Its rows, or the message and the code of SQLite's error. */
export type ReaderAnswer =
  | { readonly id: number; readonly rows: Row[] }
  | { readonly id: number; readonly fault: { readonly message: string; readonly code: string | undefined } };

interface Waiting {
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread of a file. */
export type OpenThread = (path: string) => Worker;

const EXTENSION = extname(__filename);
/**
 * Without a limit of its heap: where V8 stops a thread inside the native module, the whole process ends. What bounds it are the reads:
 * pages, batches and sums.
 */
const openBuilt: OpenThread = (path) =>
  new Worker(join(__dirname, `reader.thread${EXTENSION}`), { workerData: { path } });

/** A thread loads JavaScript alone: a process that runs the sources, as tests do, reads in its own. */
export const openThread: OpenThread | undefined = EXTENSION === '.js' ? openBuilt : undefined;

/**
 * A connection to a SQLite file in a thread of its own, for reads that may take long: SQLite works where it is asked, and meanwhile
 * nobody else is served. The thread starts with the first read. One at a time is answered.
 */
export class ReaderThread {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private asked = 0;

  constructor(
    private readonly path: string,
    private readonly open: OpenThread,
  ) {}

  /** Reads what is committed. @throws Error with the code of SQLite */
  ask(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      const request: ReaderRequest = { id: (this.asked += 1), sql, parameters };
      // First: a value that cannot be sent throws, and nobody would answer.
      worker.postMessage(request);
      this.waiting.set(request.id, { resolve, reject });
      worker.ref();
    });
  }

  /** Ends the thread after what was asked. */
  async close(): Promise<void> {
    const { worker } = this;
    if (worker === undefined) return;
    this.worker = undefined;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  private start(): Worker {
    const worker = this.open(this.path);
    worker.on('message', (answer: ReaderAnswer) => this.settle(worker, answer));
    let reason: Error | undefined;
    worker.on('error', (error) => (reason = error));
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined;
      const error = new Error('the thread of reads ended', { cause: reason });
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    });
    worker.unref();
    return worker;
  }

  private settle(worker: Worker, answer: ReaderAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    // It keeps no process alive that has nothing to wait for.
    if (this.waiting.size === 0) worker.unref();
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(Object.assign(new Error(answer.fault.message), { code: answer.fault.code }));
  }
}
