import 'reflect-metadata';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { IdGenerator } from '../src/kernel/ids';
import { WebhookDelivery } from '../src/modules/webhooks/data/webhook-delivery.entity';
import { Webhook } from '../src/modules/webhooks/data/webhook.entity';
import { FanOut } from '../src/modules/webhooks/fan-out/fan-out';
import { Transactions } from '../src/platform/database/connection/transactions';
import { insertRows } from '../src/platform/database/rows/row-reader';
import { beginEpoch } from '../src/platform/events/event-epochs';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startStore, type TestStore } from '../test/support/store';
import { median } from './support/load';

/**
 * Time to create the deliveries of one event, by the number of webhooks and of those that match (events.md 13).
 * The floor is one transaction that inserts as many deliveries and nothing else. `npm run bench -- fan-out` prints the
 * table that bench/README.md holds.
 */
const ROUNDS = 25;
const WARM = 5;
const WORLDS = [
  { all: 10, wanting: 10 },
  { all: 10_000, wanting: 10 },
  { all: 1_000, wanting: 1_000 },
  { all: 10_000, wanting: 1_000 },
] as const;

/** Fills the store up to that many enabled webhooks, copies of one made over HTTP; `wanting` of them want brands. */
async function fillWebhooks(store: TestStore, all: number, wanting: number): Promise<void> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  await manager.query('DELETE FROM webhooks');
  const kinds = { create: 1, update: 1, delete: 1, enabled: 1, events: ['brand.*'] };
  const form = { url: 'http://127.0.0.1:9/', content_type: 'json', ...kinds };
  const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/webhooks', { form });
  const model = await manager.findOneByOrFail(Webhook, { id: body.result.id });
  const ids = store.app.get(IdGenerator);
  const copies = Array.from({ length: all - 1 }, (_, at) =>
    Object.assign(new Webhook(), model, { id: ids.nextUuid(), events: at < wanting - 1 ? ['brand.*'] : ['order.*'] }),
  );
  await insertRows(manager, Webhook, copies);
  await beginEpoch(manager);
}

let brands = 0;

async function fanOutTime(store: TestStore): Promise<number> {
  await store.request('POST', '/v1/brands', { form: { title: 'B', slug: `fanned-${(brands += 1)}` } });
  const from = performance.now();
  await store.app.get(FanOut).fanOut();
  return performance.now() - from;
}

async function floorTime(store: TestStore, model: WebhookDelivery, count: number): Promise<number> {
  const ids = store.app.get(IdGenerator);
  const from = performance.now();
  const rows = Array.from({ length: count }, () =>
    Object.assign(new WebhookDelivery(), model, { id: ids.next(), webhookId: ids.nextUuid() }),
  );
  await store.app.get(Transactions).run((tx) => insertRows(tx, WebhookDelivery, rows));
  return performance.now() - from;
}

/** @returns a row of the table */
async function row(store: TestStore, all: number, wanting: number): Promise<string> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const [ours, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    ours.push(await fanOutTime(store));
    const model = await manager.findOneOrFail(WebhookDelivery, { where: {}, order: { id: 'DESC' } });
    floors.push(await floorTime(store, model, wanting));
  }
  const counted = ours.slice(WARM);
  const [our, floor] = [median(counted), median(floors.slice(WARM))];
  const times = [our, Math.max(...counted), floor].map((ms) => `${ms.toFixed(1)} ms`).join(' | ');
  return `| ${databaseKind} | ${all} | ${wanting} | ${times} | **${(our / floor).toFixed(2)}** |`;
}

export async function main(): Promise<void> {
  const mariaDb = await startDatabase({ durable: true });
  try {
    await makeDatabase(mariaDb.url, 'bench');
    const store = await startStore(`${mariaDb.url}/bench`);
    const lines: string[] = [];
    for (const { all, wanting } of WORLDS) {
      await fillWebhooks(store, all, wanting);
      lines.push(await row(store, all, wanting));
    }
    process.stdout.write(
      `\n| fan-out of one event | webhooks | want it | median | longest | floor | ratio |\n|---|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
    );
    await store.close();
  } finally {
    await mariaDb.stop();
  }
}
