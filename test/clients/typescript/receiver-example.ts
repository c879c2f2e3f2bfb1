import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { runFolder } from '../../support/run-folder';

/** A row that the example writes as the effect of an event. */
export interface Booking {
  readonly order_id: string;
  readonly version: number;
  readonly total: string;
}

/** The receiver of `examples/receiver`, in a process of its own. */
export interface ReceiverExample {
  readonly url: string;
  bookings(): Booking[];
  /** Ends it with SIGKILL and starts it again on its port and database. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a free port, with an empty database. @param folder the project that it is in */
export async function startReceiverExample(folder: string, secret: string): Promise<ReceiverExample> {
  const database = join(mkdtempSync(join(runFolder(), 'receiver-')), 'receiver.sqlite');
  let port = '0';
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: port, DATABASE: database };
    const started = spawn(process.execPath, [join(folder, 'examples/receiver/receiver.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
    port = line.split(' ').at(-1) ?? '';
  };
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    bookings: () => {
      const reader = new DatabaseSync(database);
      const rows = reader.prepare('SELECT order_id, version, total FROM bookings').all() as unknown as Booking[];
      reader.close();
      return rows.map((row) => ({ ...row }));
    },
    killAndStart: async () => {
      await stop();
      await start();
    },
    stop,
  };
}
