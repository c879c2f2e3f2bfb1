import { deepEqual, ok } from 'node:assert/strict';
import { type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { EXPIRED, UNKNOWN, VALID } from '../support/authorities';
import { type ChaosCase } from '../support/chaos.case';
import { type Heard, type Manner, startChaosReceiver, welcome } from '../support/chaos.receiver';
import { type ChaosScene } from '../support/chaos.scene';
import { until } from '../../support/until';

const MEGABYTE = Buffer.alloc(1 << 20, 'x');
/** 100 MB of nothing in 100 kB. */
const BOMB = gzipSync(Buffer.alloc(100 << 20), { level: 9 });

/** Writes on and on, as fast as it is read, until the other side has had enough. */
function pour(response: ServerResponse, chunk: Buffer, total = Infinity): void {
  let written = 0;
  const more = (): void => {
    while (written < total && !response.destroyed) {
      written += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

/** An answer that a receiver is refused for: the call comes again. */
const refusing =
  (answer: (response: ServerResponse) => void): Manner =>
  (heard: Heard, response) => {
    heard.isRefused = true;
    answer(response);
  };

interface Hostile {
  readonly name: string;
  readonly first: Manner;
  /** Failure code of the first attempt; null when the delivery succeeds because the status is a 2xx. */
  readonly code: string | null;
  /** Seconds until the next try, at least and, jitter and the machine's slowness included, at most. */
  readonly again?: readonly [number, number];
}

const header = (name: string, value: string) =>
  refusing((response) => response.writeHead(429, { [name]: value }).end('slow down'));
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

/** The step of the schedule is one second. */
const HOSTILE: readonly Hostile[] = [
  {
    name: 'drip',
    code: 'deadline',
    first: refusing((response) => {
      const drop = setInterval(() => response.write('x'), 50);
      response.writeHead(200).once('close', () => clearInterval(drop));
    }),
  },
  { name: 'endless body', code: null, first: (_, response) => pour(response.writeHead(200), MEGABYTE) },
  {
    name: 'gzip bomb',
    code: null,
    first: (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  },
  {
    name: '1 GB',
    code: null,
    first: (_, response) => pour(response.writeHead(200, { 'content-length': String(1 << 30) }), MEGABYTE, 1 << 30),
  },
  {
    name: '200 kB header',
    code: 'headers_too_large',
    first: refusing((response) => response.writeHead(200, { 'x-large': 'x'.repeat(200_000) }).end()),
  },
  {
    name: 'reset after headers',
    code: 'reset',
    first: refusing((response) => {
      response.writeHead(200, { 'content-length': '100' }).flushHeaders();
      response.write('x', () => response.socket?.resetAndDestroy());
    }),
  },
  { name: '429 with seconds', code: 'http_429', again: [4, 10], first: header('retry-after', '4') },
  {
    name: '429 with a date',
    code: 'http_429',
    again: [3, 10],
    first: refusing((response) => response.writeHead(429, { 'retry-after': inSeconds(5) }).end()),
  },
  { name: '429 with words', code: 'http_429', again: [1, 8], first: header('retry-after', 'in a moment') },
  { name: '429 with a negative number', code: 'http_429', again: [1, 8], first: header('retry-after', '-5') },
  { name: '429 with two days', code: 'http_429', again: [86_400, 86_410], first: header('retry-after', '172800') },
];

interface FirstAttempt {
  readonly id: string;
  readonly delivery: string;
  readonly error: string | null;
  readonly kept: number | null;
  readonly wait: number | null;
}

async function firstAttempt(scene: ChaosScene, webhookId: string): Promise<FirstAttempt> {
  const look = async (): Promise<FirstAttempt | undefined> => {
    const [row] = await scene.world.rows<FirstAttempt>(
      `SELECT CAST(a.id AS CHAR) AS id, CAST(d.id AS CHAR) AS delivery, a.error, LENGTH(a.response) AS kept,
         TIMESTAMPDIFF(MICROSECOND, a.started_at, COALESCE(d.due_at, again.started_at)) / 1e6 AS wait
       FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
       LEFT JOIN webhook_attempts again ON again.delivery_id = d.id AND again.number = 2
       WHERE d.webhook_id = ? AND a.number = 1`,
      webhookId,
    );
    return row;
  };
  return until('the first attempt is written down', look);
}

async function tryHostile(scene: ChaosScene, hostile: Hostile, at: number): Promise<() => Promise<void>> {
  const { receiver, world } = scene;
  const path = `${scene.path}-hostile-${at}`;
  receiver.behave(path, (heard, response, count) => (count === 1 ? hostile.first : welcome)(heard, response, count));
  const webhookId = await world.hook(receiver.url(path), 'brand.*');
  return async () => {
    const first = await firstAttempt(scene, webhookId);
    deepEqual([hostile.name, first.error], [hostile.name, hostile.code]);
    ok((first.kept ?? 0) <= 16_384, `${hostile.name}: ${first.kept} bytes kept`);
    const [least, most] = hostile.again ?? [0, Infinity];
    const wait = Number(first.wait ?? 0);
    if (hostile.again) ok(wait >= least && wait <= most, `${hostile.name}: again in ${wait} s`);
    if (least > 60) await world.ask('POST', `/v1/webhooks/${webhookId}/deliveries/${first.delivery}/resend`);
    const calls = hostile.code === null ? 1 : 2;
    await until(`${hostile.name} is delivered in the end`, () => receiver.heard(path).length >= calls);
    const bytes = new Set(receiver.heard(path).map(({ id, bodyHash }) => `${id} ${bodyHash}`));
    deepEqual([hostile.name, receiver.heard(path).length, bytes.size], [hostile.name, calls, 1]);
  };
}

/** Receivers that mean no good. */
export const hostileCases: readonly ChaosCase[] = [
  {
    name: 'drip, endless body, gzip bomb, 1 GB, 200 kB header, reset after headers, 429 with five kinds of Retry-After',
    repeats: 0,
    async run(scene) {
      const checks: (() => Promise<void>)[] = [];
      for (const [at, hostile] of HOSTILE.entries()) checks.push(await tryHostile(scene, hostile, at));
      await scene.world.write();
      await Promise.all(checks.map((check) => check()));
    },
  },
  {
    name: '410: the webhook is disabled and the delivery cancelled',
    repeats: 0,
    async run(scene) {
      const { world, receiver } = scene;
      const path = `${scene.path}-gone`;
      receiver.behave(path, (_, response) => void response.writeHead(410).end());
      const id = await world.hook(receiver.url(path), 'brand.*');
      await world.write();
      await firstAttempt(scene, id);
      const rows = await world.rows(
        `SELECT w.enabled, w.disabled_reason AS reason, d.state, d.error
         FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id WHERE w.id = ?`,
        id,
      );
      deepEqual(rows, [{ enabled: 0, reason: 'gone', state: 'cancelled', error: 'http_410' }]);
      deepEqual(receiver.heard(path).length, 1);
    },
  },
  {
    name: 'expired and self-signed TLS',
    repeats: 0,
    async run(scene) {
      const receivers = await Promise.all([VALID, EXPIRED, UNKNOWN].map((one) => startChaosReceiver(one)));
      try {
        const hooks: string[] = [];
        for (const one of receivers) hooks.push(await scene.world.hook(one.url('/tls'), 'brand.*'));
        await scene.world.write();
        const errors: (string | null)[] = [];
        for (const id of hooks) errors.push((await firstAttempt(scene, id)).error);
        deepEqual(errors, [null, 'tls_failed', 'tls_failed']);
        deepEqual(
          receivers.map((one) => one.heard('/tls').length),
          [1, 0, 0],
        );
        for (const id of hooks) await scene.world.ask('DELETE', `/v1/webhooks/${id}`);
      } finally {
        await Promise.all(receivers.map((one) => one.close()));
      }
    },
  },
];
