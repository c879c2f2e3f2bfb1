import { randomInt } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { clientProject } from './client-project';
import { type ReceiverExample, startReceiverExample } from './receiver-example';

/** `npm run test:chaos` has the numbers of the contract (events.md 17). */
const [EVENTS, KILLS] = process.env['CHAOS'] === 'full' ? [10_000, 50] : [400, 3];
const AT_ONCE = 16;
const SECRET = `whsec_${Buffer.alloc(24, 6).toString('base64')}`;

let receiver: ReceiverExample;
beforeAll(async () => {
  receiver = await startReceiverExample(await clientProject(), SECRET);
}, 300_000);
afterAll(() => receiver.stop());

/** Sends an event until it is answered with 204, as a store does. */
async function deliver(id: number): Promise<void> {
  const event = {
    id: `event-${id}`,
    type: 'order.created',
    object: 'order',
    object_id: String(id),
    object_version: 1,
    data: { total: id },
  };
  const body = JSON.stringify([event]);
  for (;;) {
    const at = new Date();
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign(event.id, at, body),
      'content-type': 'application/json',
    };
    const status = await fetch(receiver.url, { method: 'POST', body, headers }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 204) return;
    await new Promise(setImmediate);
  }
}

it(`${EVENTS} events, each sent one to three times in random order to a receiver that is killed ${KILLS} times, have ${EVENTS} effects`, async () => {
  const events = Array.from({ length: EVENTS }, (_, id) => id);
  const sent = events.flatMap((id) => Array.from({ length: randomInt(1, 4) }, () => id));
  for (let i = sent.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [sent[i], sent[j]] = [sent[j] ?? 0, sent[i] ?? 0];
  }
  const all = sent.length;
  let kills = 0;
  let killing = Promise.resolve();
  const sender = async (): Promise<void> => {
    for (let id = sent.pop(); id !== undefined; id = sent.pop()) {
      if (kills < KILLS && all - sent.length > ((kills + 1) * all) / (KILLS + 1)) {
        kills += 1;
        killing = killing.then(() => receiver.killAndStart());
      }
      await deliver(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await killing;
  expect(kills).toBe(KILLS);
  const booked = receiver.bookings().map(({ order_id }) => Number(order_id));
  expect(booked.sort((a, b) => a - b)).toEqual(events);
}, 600_000);
