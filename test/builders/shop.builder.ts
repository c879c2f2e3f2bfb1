import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { type CurrencyRecord } from '../../src/modules/settings/currency.resource';
import { type TaxRecord } from '../../src/modules/settings/tax-band.resource';
import { type Pagination } from '../../src/platform/http/pagination';
import { type Answer, type Call, startStore, type TestStore } from '../support/store';

export type Fields = Record<string, unknown>;
/** A record of which a test needs little more than the id. */
export type Saved = Fields & { id: string };

/** The answer with one record. */
export interface One<R = Saved> {
  readonly status: true;
  readonly result: R;
}
/** The answer with a page of records. */
export interface Many<R = Saved> {
  readonly status: true;
  readonly result: R[];
  readonly pagination: Pagination;
}
/** The answer to a request that failed. */
export interface Failure {
  readonly status: false;
  readonly error: string;
  readonly errors?: Readonly<Record<string, string[]>>;
}

/** Any time as the wire shows it. */
export const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
/** Any id as the wire shows it. */
export const ID: unknown = expect.stringMatching(/^[1-9]\d{0,18}$/);

/** Address details that name no more than they must. */
export const ADA = { first_name: 'Ada', last_name: 'Lovelace' };
export const HOME = { ...ADA, address_1: '12 High Street', postcode: 'BA1 1AA', country: 'GB' };

/** A new store with what it holds from the start, and short ways to the orders of its API. */
export interface Shop {
  readonly store: TestStore;
  /** The default currency, GBP. */
  readonly currency: CurrencyRecord;
  /** The default tax band, 20 %. */
  readonly band: TaxRecord;
  /** Straight to the tables. */
  readonly manager: EntityManager;
  /** The minimum set of an order (interface.md, Order), with more or other fields. */
  orderFields(more?: Fields): Fields;
  /** The fields of a new item, with more or other fields. */
  itemFields(more?: Fields): Fields;
  /** Makes anything by a form. @returns its record */
  make<R = Saved>(path: string, form: Fields): Promise<R>;
  order(more?: Fields): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord>;
  item(orderId: string, more?: Fields): Promise<OrderItemRecord>;
  /** Changes anything by a form. @returns its record */
  change<R = OrderRecord>(path: string, form: Fields): Promise<R>;
  /** Sends what must fail. @returns its status with its answer */
  fails(method: string, path: string, call?: Call): Promise<Answer<Failure>>;
  /** Sends what must be refused with 422. @returns the messages by field */
  refused(method: string, path: string, call: Call): Promise<Failure['errors']>;
  list<R = OrderRecord>(path: string, query?: Record<string, string>): Promise<Many<R>>;
}

/** Opens a store on an empty database. */
export async function openShop(databaseUrl: string, env: Record<string, string> = {}): Promise<Shop> {
  const store = await startStore(databaseUrl, env);
  const first = async <R>(path: string): Promise<R> => {
    const { body } = await store.request<Many<R>>('GET', path);
    const [record] = body.result;
    if (record === undefined) throw new Error(`${path} is empty`);
    return record;
  };
  const currency = await first<CurrencyRecord>('/v1/currencies');
  const band = await first<TaxRecord>('/v1/taxes');
  const succeed = async <B>(method: string, path: string, status: number[], call: Call): Promise<B> => {
    const answer = await store.request<B>(method, path, call);
    if (!status.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const shop: Shop = {
    store,
    currency,
    band,
    manager: store.app.get<DataSource>(getDataSourceToken()).manager,
    orderFields: (more = {}) => ({
      status: 'unpaid',
      subtotal: '19.99',
      total: '24.49',
      currency: currency.id,
      currency_code: currency.code,
      exchange_rate: '1',
      ...more,
    }),
    itemFields: (more = {}) => ({
      sku: 'TEA-250',
      title: 'Tea',
      quantity: '2',
      tax_rate: '20',
      tax_band: band.id,
      price: '9.99',
      ...more,
    }),
    make: async <R>(path: string, form: Fields) => (await succeed<One<R>>('POST', path, [201, 200], { form })).result,
    order: (more) => shop.make<OrderRecord>('/v1/orders', shop.orderFields(more)),
    read: async (id) => (await succeed<One<OrderRecord>>('GET', `/v1/orders/${id}`, [200], {})).result,
    item: (orderId, more) => shop.make<OrderItemRecord>(`/v1/orders/${orderId}/items`, shop.itemFields(more)),
    change: async <R>(path: string, form: Fields) => (await succeed<One<R>>('PUT', path, [200], { form })).result,
    fails: (method, path, call) => store.request<Failure>(method, path, call),
    refused: async (method, path, call) => {
      const { status, body } = await store.request<Failure>(method, path, call);
      if (status !== 422) throw new Error(`expected 422: ${status} ${JSON.stringify(body)}`);
      return body.errors;
    },
    list: (path, query) => succeed('GET', path, [200], { query }),
  };
  return shop;
}
