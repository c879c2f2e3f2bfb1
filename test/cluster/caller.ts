import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN } from './cluster.world';

/** An answer that was no success and no refusal of the request itself. */
export interface Trouble {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly what: string;
}

/** The response of the store. */
export interface Reply {
  readonly status: number;
  readonly body: { readonly result?: Record<string, unknown> & { id: string } };
}

/** A record that the store said it has written. */
export interface Acknowledged {
  readonly table: 'brands' | 'orders';
  readonly id: string;
}

/** Time for which a client retries the same request before it gives up. */
const PATIENCE_MS = 30_000;

/** Sends requests to the store and records the results. */
export class Caller {
  readonly troubles: Trouble[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Records that one API did not find although another had acknowledged them. */
  readonly unread: string[] = [];
  /** Keyed requests whose repeat got another response. */
  readonly unlike: string[] = [];
  /** Cart by order: one each. */
  readonly checkouts = new Map<string, string>();
  calls = 0;
  slowestMs = 0;

  async send(
    url: string,
    method: string,
    path: string,
    form: object = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const at = performance.now();
    const body = method === 'GET' ? undefined : new URLSearchParams(form as Record<string, string>);
    const init = { method, body, headers: { authorization: `Bearer ${TOKEN}`, ...headers } };
    let status = 0;
    let hasRetryAfter = false;
    let reply: unknown;
    try {
      const answer = await fetch(url + path, init);
      status = answer.status;
      hasRetryAfter = answer.headers.has('retry-after');
      reply = await answer.json();
    } catch (error) {
      reply = String(error);
    }
    const ms = performance.now() - at;
    this.calls += 1;
    this.slowestMs = Math.max(this.slowestMs, ms);
    if (status === 0 || status >= 500) {
      const what = `${method} ${path} ${status === 503 ? '' : JSON.stringify(reply)}`;
      this.troubles.push({ at: performance.now(), ms, status, hasRetryAfter, what });
    }
    return { status, body: reply as Reply['body'] };
  }

  /** Sends until the store has answered for good; for requests that may be made twice. */
  async insist(url: string, method: string, path: string, form: object = {}, key?: string): Promise<Reply> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const reply = await this.send(url, method, path, form, headers);
      const isUnderWay = key !== undefined && reply.status === 409;
      if ((reply.status !== 0 && reply.status < 500 && !isUnderWay) || performance.now() > until) return reply;
      await pause(100);
    }
  }

  /** A brand without a key: what is not acknowledged is left alone. */
  async brand(url: string, other: string): Promise<void> {
    const slug = `brand-${randomUUID()}`;
    const { status, body } = await this.send(url, 'POST', '/v1/brands', { title: 'A brand', slug });
    if (status !== 201 || body.result === undefined) return;
    const { id } = body.result;
    this.acknowledged.push({ table: 'brands', id });
    const read = await this.send(other, 'GET', `/v1/brands/${id}`);
    if (read.status === 404) this.unread.push(id);
  }

  /** A brand with a key, asked for until it is there, and then once more at the other API. */
  async keyed(url: string, other: string): Promise<void> {
    const slug = `keyed-${randomUUID()}`;
    const form = { title: 'A brand', slug };
    const made = await this.insist(url, 'POST', '/v1/brands', form, slug);
    const id = made.body.result?.id;
    if (id !== undefined) this.acknowledged.push({ table: 'brands', id });
    const again = await this.insist(other, 'POST', '/v1/brands', form, slug);
    if (id !== undefined && again.body.result?.id === id) return;
    this.unlike.push(`${slug}: ${made.status}, ${again.status} ${JSON.stringify(again.body)}`);
  }

  /** A cart that is checked out, at either API; a third of the orders come to nothing afterwards. */
  async shop(url: string, other: string, product: string, code: string): Promise<void> {
    const cart = `cart-${randomUUID()}`;
    await this.insist(url, 'POST', `/v1/carts/${cart}`, { id: product, quantity: '1' }, `add-${cart}`);
    await this.insist(other, 'POST', `/v1/carts/${cart}/discount`, { code });
    const placed = await this.insist(url, 'POST', `/v1/carts/${cart}/checkout`, { gateway: 'dummy' });
    if (placed.body.result === undefined) return;
    const { id } = placed.body.result;
    this.acknowledged.push({ table: 'orders', id });
    this.checkouts.set(cart, id);
    if (this.checkouts.size % 3 === 0) await this.insist(other, 'PUT', `/v1/orders/${id}`, { status: 'failed' });
  }
}
