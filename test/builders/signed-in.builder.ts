import { ClientsService } from '../../src/modules/access/clients.service';
import { type Call } from '../support/store';
import { type Fields, type Result, type Shop } from './cart-shop.builder';

export const PASSWORD = 'correct horse battery';

/** The answer to a customer who signs in. */
export interface SignIn {
  token: string;
  expires: number;
  expires_in: number;
  customer: Fields & { id: string };
}

/** Customers with passwords, and requests of pages and shops that they are signed in at. */
export class SignedIn {
  private count = 0;

  constructor(
    readonly shop: Shop,
    /** Token of a page's public client. */
    readonly page: string,
  ) {}

  static async open(shop: Shop): Promise<SignedIn> {
    const clients = shop.store.app.get(ClientsService);
    const { clientId } = await clients.createPublic('pages', ['https://shop.example']);
    const form = { grant_type: 'implicit', client_id: clientId };
    const { body } = await shop.store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
    return new SignedIn(shop, String(body['access_token']));
  }

  async customer(more: Fields = {}): Promise<Fields & { id: string; email: string }> {
    const email = `c${(this.count += 1)}@example.com`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email, password: PASSWORD, ...more };
    return { email, ...(await this.shop.made('/v1/customers', person)) };
  }

  /** @param as the client's token; left out: that of the page */
  signIn(email: string, password = PASSWORD, as = this.page) {
    return this.shop.send<SignIn>('POST', '/v1/customers/token', { json: { email, password }, token: as });
  }

  async tokenOf(email: string, password = PASSWORD): Promise<string> {
    const { status, body } = await this.signIn(email, password);
    if (status !== 200) throw new Error(`signing in answered ${status}: ${JSON.stringify(body)}`);
    return body.result.token;
  }

  /** A request of a page. @param token of the customer; null: a guest */
  by<R = Fields & { id: string }>(token: string | null, method: string, path: string, call: Call = {}) {
    const headers = { ...(token !== null && { 'x-customer-token': token }), ...call.headers };
    return this.shop.store.request<Result<R>>(method, path, { token: this.page, ...call, headers });
  }
}
