import { setTimeout as pause } from 'node:timers/promises';
import { type Caller } from './caller';
import { type ClusterWorld } from './cluster.world';

const CODE = 'LIMITED';
const STOCK = 400;
const USES = 150;
/** Callers of each API under way at once. */
const CALLERS = 4;
/** Between two requests of a caller: the load is steady, not the most the machine can do. */
const BREATH_MS = 20;

/** The objects whose events the receiver is told. */
export const TOLD = ['brand', 'order', 'customer'];

/** The products, the promotion and the tax band of the load. */
export interface Goods {
  /** Id of the product with {@link STOCK} units. */
  readonly limited: string;
  readonly unlimited: string;
  /** May be used {@link USES} times. */
  readonly promotion: string;
  /** A band that is not taxed. */
  readonly band: string;
}

export async function openShop(world: ClusterWorld, caller: Caller): Promise<Goods> {
  const made = async (path: string, form: object): Promise<string> => {
    const { status, body } = await caller.send(world.url(0), 'POST', path, form);
    if (status !== 201 || body.result === undefined) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body.result.id;
  };
  const band = await made('/v1/taxes', { title: 'None', rate: '0' });
  const product = (sku: string, stock: object): Promise<string> =>
    made('/v1/products', { sku, title: sku, slug: sku, price: '10', tax_band: band, ...stock });
  await made('/v1/webhooks', {
    url: world.receiver.url('/events'),
    content_type: 'json',
    create: '1',
    update: '1',
    delete: '1',
    enabled: '1',
    ...Object.fromEntries(TOLD.map((object, i) => [`events[${i}]`, `${object}.*`])),
  });
  return {
    band,
    limited: await product('limited', { stock_status: '1', stock_level: String(STOCK) }),
    unlimited: await product('unlimited', { stock_status: '0' }),
    promotion: await made('/v1/promotions/cart', {
      title: 'Limited',
      from: '2020-01-01',
      to: '2099-12-31',
      status: '1',
      terminating: '0',
      persistent: '0',
      action: 'discount_by_percent',
      amount: '10',
      apply_to_shipping: '0',
      discount_code: CODE,
      max_uses: String(USES),
    }),
  };
}

/** Callers that write without end, until they are stopped. */
export class Load {
  private isStopped = false;
  private readonly callers: Promise<void>[] = [];
  private failure: Error | undefined;

  constructor(
    private readonly world: ClusterWorld,
    private readonly caller: Caller,
    private readonly goods: Goods,
  ) {
    for (const api of [0, 1]) {
      for (let i = 0; i < CALLERS; i += 1) this.callers.push(this.call(api, i));
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.callers);
    if (this.failure !== undefined) throw this.failure;
  }

  private async call(api: number, first: number): Promise<void> {
    try {
      for (let turn = first; !this.isStopped; turn += 1) {
        await this.one(this.world.url(api), this.world.url(1 - api), turn);
        await pause(BREATH_MS);
      }
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  private one(url: string, other: string, turn: number): Promise<void> {
    const { limited, unlimited } = this.goods;
    const acts = [
      () => this.caller.brand(url, other),
      () => this.caller.shop(url, other, limited, CODE),
      () => this.caller.keyed(url, other),
      () => this.caller.shop(url, other, unlimited, CODE),
    ];
    return acts[turn % acts.length]?.() ?? Promise.resolve();
  }
}
