// @ts-check
// Keeps a copy of all orders in a file, from the feed of events: `STORE=… TOKEN=… node order-sync.mjs orders.json`.
// It goes on where it was, after a break of the connection as after a restart. No address has to be open to the store.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClient } from '@storekeeper/client';

const { STORE = 'http://127.0.0.1:3000', TOKEN = '' } = process.env;
const file = process.argv[2] ?? 'orders.json';
const store = createClient({ url: STORE, token: TOKEN });
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.once('SIGINT', () => stop.abort());

/** @type {{ position: number, orders: Record<string, { version: number, status: string, total: number }> }} */
const copy = readCopy();
for await (const event of store.subscribe({ after: copy.position, type: ['order.*'], signal: stop.signal })) {
  if (event.type === 'order.deleted') delete copy.orders[event.object_id];
  else if (event.type === 'order.created' || event.type === 'order.updated') {
    const { status, totals } = event.data;
    const version = event.object_version;
    copy.orders[event.object_id] = { version, status: status.data.key, total: totals.raw.total };
  }
  // The position and what it stands for change together.
  copy.position = event.position;
  writeFileSync(`${file}.new`, JSON.stringify(copy, null, 2));
  renameSync(`${file}.new`, file);
  console.log(`${event.position} ${event.type} ${event.object_id}`);
}

function readCopy() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { position: 0, orders: {} };
  }
}
