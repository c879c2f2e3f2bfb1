import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(__dirname, '../clients/s3/node_modules/s3rver/bin/s3rver.js');
/** The key that the server knows. */
const KEY = 'S3RVER';

/** A running S3 server with one bucket. */
export interface S3Server {
  /** Settings of a store that uses its bucket. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts an S3 server on a free port, with its bucket `pictures` in a folder. */
export async function startS3(folder: string): Promise<S3Server> {
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', 'pictures'];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const endpoint = `http://127.0.0.1:${await portOf(child)}`;
  return {
    env: {
      FILES_BUCKET: 'pictures',
      FILES_ENDPOINT: endpoint,
      FILES_ACCESS_KEY_ID: KEY,
      FILES_SECRET_ACCESS_KEY: KEY,
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The port that the server says it listens on. @throws Error when it ends before that */
async function portOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the S3 server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /listening on .*:(\d+)/i.exec(line) ?? [];
    if (port === undefined) continue;
    child.stdout.resume();
    return port;
  }
  throw new Error('the S3 server did not start');
}
