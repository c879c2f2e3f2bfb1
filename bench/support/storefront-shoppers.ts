import { Pool } from 'undici';

/** An answer as far as it is looked at. */
export interface Answer {
  readonly status: number;
  readonly result: Readonly<Record<string, unknown>>;
}

/** An order that a page made. */
interface MadeOrder {
  readonly id: string;
  readonly shopper: number;
}

/** Orders that other pages try to read: the newest. */
const REMEMBERED = 200;
/** Steps between two tries to read what is somebody else's, and between two changes of a cart. */
const TRESPASS_EVERY = 10;
const CHANGE_EVERY = 4;
/** Closed to pages. Lists of one, so that the floor, which may read them, does not work for their length. */
const CLOSED = ['/v1/orders?limit=1', '/v1/customers', '/v1/events?limit=1', '/v1/webhooks', '/v1/statistics/store'];

/** Pages with a token each: they fill carts of their own, read and change them, check out, and try what is not theirs. */
export class Shoppers {
  /** Answers that were not what they had to be, the first few. */
  readonly faults: string[] = [];
  faulty = 0;
  checked = 0;
  trespasses = 0;
  orders = 0;
  private readonly pool: Pool;
  private readonly quantities: number[] = [];
  private readonly made: MadeOrder[] = [];
  private turn = 0;
  private bought = 0;

  constructor(
    url: string,
    connections: number,
    private readonly product: string,
    private readonly tokens: readonly string[],
    private readonly carts: number,
  ) {
    this.pool = new Pool(url, { connections, pipelining: 1 });
  }

  /** Puts the product into every cart, as often as the cart alone has it in its neighbourhood. */
  async fill(): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let cart = (next += 1) - 1; cart < this.carts; cart = (next += 1) - 1) {
        this.quantities[cart] = 1 + (cart % 97);
        const form = { id: this.product, quantity: String(this.quantities[cart]) };
        this.checkCart(cart, await this.ask(this.tokenOf(cart), 'POST', `/v1/carts/${nameOf(cart)}`, form));
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
  }

  /** Reads the next cart, or changes it, and at times tries what is not allowed. @param token another one than its page's */
  async step(token?: string): Promise<void> {
    const turn = (this.turn += 1);
    // A prime number of carts further, so that neighbours are not read together.
    const cart = (turn * 7919) % this.carts;
    const own = token ?? this.tokenOf(cart);
    if (turn % TRESPASS_EVERY === 0) return this.trespass(turn, token);
    if (turn % CHANGE_EVERY !== 0) return this.checkCart(cart, await this.ask(own, 'GET', `/v1/carts/${nameOf(cart)}`));
    const quantity = 1 + (turn % 89);
    const path = `/v1/carts/${nameOf(cart)}/item/${this.product}`;
    const answer = await this.ask(own, 'PUT', path, { quantity: String(quantity) });
    this.quantities[cart] = quantity;
    return this.checkCart(cart, answer);
  }

  /** A new cart becomes an order, which its page reads. */
  async buy(): Promise<void> {
    const number = (this.bought += 1);
    const shopper = number % this.tokens.length;
    const token = this.tokens[shopper] ?? '';
    const quantity = 1 + (number % 7);
    await this.ask(token, 'POST', `/v1/carts/cart-that-buys-${number}`, {
      id: this.product,
      quantity: String(quantity),
    });
    const placed = await this.ask(token, 'POST', `/v1/carts/cart-that-buys-${number}/checkout`, { gateway: 'dummy' });
    const id = String(placed.result['id']);
    this.check(placed.status === 201 && placed.result['total'] === 10 * quantity, `checkout ${number}`, placed);
    const read = await this.ask(token, 'GET', `/v1/orders/${id}`);
    this.check(read.status === 200 && read.result['id'] === id, `own order ${id}`, read);
    this.made.push({ id, shopper });
    if (this.made.length > REMEMBERED) this.made.shift();
    this.orders += 1;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Tries to read an order of another page, or what no page may read. @param server the token of one that may */
  private async trespass(turn: number, server?: string): Promise<void> {
    const order = turn % 3 === 0 ? undefined : this.made[turn % Math.max(1, this.made.length)];
    const path = order === undefined ? (CLOSED[turn % CLOSED.length] ?? '') : `/v1/orders/${order.id}`;
    const other = ((order?.shopper ?? 0) + 1 + (turn % (this.tokens.length - 1))) % this.tokens.length;
    const answer = await this.ask(server ?? this.tokens[other] ?? '', 'GET', path);
    if (server !== undefined) return this.check(answer.status === 200, `of a server: ${path}`, answer);
    this.trespasses += 1;
    const isRefused = [403, 404].includes(answer.status) && Object.keys(answer.result).length === 0;
    this.check(isRefused, `not its own: ${path}`, answer);
  }

  private tokenOf(cart: number): string {
    return this.tokens[cart % this.tokens.length] ?? '';
  }

  private checkCart(cart: number, { status, result }: Answer): void {
    const lines = Object.values((result['contents'] ?? {}) as Record<string, { id: string; quantity: number }>);
    const isOwn =
      status < 300 &&
      result['id'] === nameOf(cart) &&
      lines.length === 1 &&
      lines[0]?.id === this.product &&
      lines[0].quantity === this.quantities[cart];
    this.check(isOwn, `cart ${cart} with ${this.quantities[cart]}`, { status, result });
  }

  private check(isRight: boolean, what: string, answer: Answer): void {
    this.checked += 1;
    if (isRight) return;
    this.faulty += 1;
    if (this.faults.length < 5) this.faults.push(`${what}: ${JSON.stringify(answer).slice(0, 500)}`);
  }

  private async ask(token: string, method: 'GET' | 'POST' | 'PUT', path: string, form?: object): Promise<Answer> {
    const { statusCode, body } = await this.pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form === undefined ? null : new URLSearchParams(form as Record<string, string>).toString(),
    });
    const { result } = (await body.json()) as { result?: Answer['result'] };
    return { status: statusCode, result: result ?? {} };
  }
}

const nameOf = (cart: number): string => `cart-of-some-page-${cart}`;
