// @ts-check
// Receives webhooks with Express and books each version of an order once, however often its event arrives:
// `WEBHOOK_SECRET=whsec_… PORT=4000 node receiver.mjs`. Register its address /hooks as a webhook with content_type json.
import { DatabaseSync } from '@photostructure/sqlite'; // node:sqlite in Node 22.13 and newer
import express from 'express';
import { expressReceiver, INBOX_TABLES, once, SqlInbox } from '@storekeeper/client/webhooks';

const { WEBHOOK_SECRET = '', PORT = '4000', DATABASE = 'receiver.sqlite' } = process.env;
const database = new DatabaseSync(DATABASE);
database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000');
for (const table of INBOX_TABLES) database.exec(table);
database.exec(
  'CREATE TABLE IF NOT EXISTS bookings (order_id TEXT NOT NULL, version INTEGER NOT NULL, total TEXT NOT NULL)',
);

/** @type {import('@storekeeper/client/webhooks').Query} */
const query = async (sql, params) => /** @type {object[]} */ (database.prepare(sql).all(...params));

/** One transaction at a time: they share the connection. @type {Promise<unknown>} */
let last = Promise.resolve();
/** @type {import('@storekeeper/client/webhooks').SqlInboxOptions['transaction']} */
function transaction(work) {
  const run = async () => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(query);
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  const result = last.then(run);
  last = result.catch(() => undefined);
  return result;
}
const inbox = new SqlInbox({ transaction });

const app = express();
app.post(
  '/hooks',
  expressReceiver(WEBHOOK_SECRET, (event) =>
    once(inbox, event, async (tx) => {
      if (event.type !== 'order.updated' && event.type !== 'order.created') return;
      const booking = [event.object_id, event.object_version, String(event.data.total)];
      // In the transaction that also remembers the event: both happen, or neither.
      await tx('INSERT INTO bookings (order_id, version, total) VALUES (?, ?, ?)', booking);
    }),
  ),
);
const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`);
});
