import { parentPort, workerData } from 'node:worker_threads';
import { type ReaderAnswer, type ReaderRequest } from './reader-thread';
import { PreparedStatements } from './prepared-statements';
import { readerOf } from './sqlite/sqlite-connection';

const { path } = workerData as { readonly path: string };
const connection = readerOf(path);
const prepared = new PreparedStatements(() => connection);

function answer({ id, sql, parameters }: ReaderRequest): ReaderAnswer {
  try {
    return { id, rows: prepared.of(sql).all(...parameters) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, fault: { message, code } };
  }
}

parentPort?.on('message', (request: ReaderRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(answer(request));
  prepared.clear();
  connection.close();
  parentPort?.close();
});
