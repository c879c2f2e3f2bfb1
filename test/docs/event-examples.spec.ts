import { type EventCatalogue, previewEvents } from '../../src/app/create-api';
import { pingEvent } from '../../src/modules/webhooks/domain/webhook-body';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { startStore, type TestStore } from '../support/store';

interface Sent {
  readonly type: string;
  readonly object: string;
  readonly object_id: string;
  readonly object_version: number;
  readonly data: Fields;
}

const isObject = (value: unknown): value is Fields => value !== null && typeof value === 'object';

/** The places at which two values differ in more than texts and numbers; null may stand for anything. */
function differences(one: unknown, other: unknown, place = 'event'): string[] {
  if (one === null || other === null) return [];
  if (!isObject(one) || !isObject(other)) return typeof one === typeof other ? [] : [place];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${place}.${name}`));
}

describe('the examples of events in docs/events.md and in openapi.json', () => {
  let catalogue: EventCatalogue;
  let store: TestStore;
  let shop: Shop;
  beforeAll(async () => (catalogue = await previewEvents()));
  beforeEach(async () => {
    store = await startStore('sqlite::memory:');
    shop = await Shop.open(store);
  });
  afterEach(() => store.close());

  const exampleOf = (type: string): Sent =>
    catalogue.events.filter((event) => event.type === type).map(catalogue.exampleOf)[0] as Sent;
  const sent = async (type: string): Promise<Sent | undefined> => {
    const { body } = await store.request<{ result: Sent[] }>('GET', '/v1/events', { query: { type } });
    return body.result[0];
  };

  it('are orders with their items and discounts, as a checkout sends them', async () => {
    await shop.promotion({ action: 'discount_by_percent', amount: '10' });
    const { id: product } = await shop.product();
    await shop.order(product, {}, 2);
    const [example, real] = [exampleOf('order.created'), await sent('order.created')];
    expect(differences(example, real)).toEqual([]);
    expect([real?.data['subtotal'], real?.data['total'], real?.data['count']]).toEqual([18, 18, 1]);
    expect(example.data).toMatchObject({
      count: 1,
      items: [{ sku: 'TEA-250', quantity: 2, discount: 1.5, discounts: [{ amount: 1.5 }], total: 22.18 }],
      discounts: [{ title: 'Spring sale', discount: 1.5, lines: [{ sku: 'TEA-250', amount: 1.5 }] }],
      subtotal: 18.48,
      total: 22.18,
      totals: { formatted: { total: '£22.18', tax: '£3.70' }, rounded: { total: 22.18 }, raw: { tax: 3.7 } },
    });
  });

  it('have the token of a password reset, which webhooks receive', () => {
    const { token, ...customer } = exampleOf('customer.password_reset_requested').data;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(customer).toEqual(exampleOf('customer.created').data);
  });

  it('have the id of their object, as the events of the store have', async () => {
    await shop.promotion();
    await shop.order((await shop.product()).id, {}, 2);
    const { body } = await store.request<{ result: Sent[] }>('GET', '/v1/events', { query: { limit: '100' } });
    const examples = catalogue.events.map((event) => catalogue.exampleOf(event) as Sent);
    const ids = [...examples, ...body.result].map(({ type, object_id, data }) => [type, object_id, data['id']]);
    // A ping has no data.
    expect(ids.filter(([, object, data]) => object !== data)).toEqual([
      ['webhook.ping', exampleOf('webhook.created').data['id'], undefined],
    ]);
    expect(body.result.map(({ object }) => object)).toEqual(
      expect.arrayContaining(['product', 'promotion', 'cart', 'order', 'order_item']),
    );
  });

  it('have the object_version of their change', () => {
    const { objectVersion } = pingEvent({ id: '1', webhookId: '2', occurredAt: new Date(0) });
    const types = ['webhook.ping', 'order.created', 'order.updated', 'order.deleted'];
    expect(types.map((type) => exampleOf(type).object_version)).toEqual([objectVersion, 1, 2, 3]);
  });

  it('have no text that the store never sends empty', () => {
    const empty = (value: unknown, place: string): string[] => {
      if (value === '') return [place];
      return isObject(value) ? Object.keys(value).flatMap((name) => empty(value[name], `${place}.${name}`)) : [];
    };
    const places = catalogue.events.flatMap((event) => empty(catalogue.exampleOf(event), event.object));
    // A promotion without a description has an empty one.
    expect([...new Set(places)]).toEqual(['promotion.data.description']);
  });
});
