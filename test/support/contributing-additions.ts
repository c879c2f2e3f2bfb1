/**
 * Uses the additions of CONTRIBUTING.md in a running store and prints what they did as JSON. `contributing-diffs.spec.ts`
 * runs it in a copy of the tree that has them.
 */
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { type OpenAPIObject } from '@nestjs/swagger';
import { formatOf } from '../../src/modules/webhooks/domain/webhook-formats';
import { type FieldRecord } from '../../src/platform/http/fields/field.record';
import { Shop } from '../builders/cart-shop.builder';
import { startStore } from './store';
import { startWebhookReceiver } from './webhook-receiver';

type RequestBodyObject = Extract<
  NonNullable<NonNullable<NonNullable<OpenAPIObject['webhooks']>[string]['post']>['requestBody']>,
  { content: object }
>;

type Preview = {
  applied: { action: string; discount: number; lines: number[] }[];
  rejected: { reason: string; detail: { type: string; actual: string } }[];
};
type Events = { result: { type: string; data: { name: string } }[] };

/** Previews the added type of rule on two carts, one of which starts with a red tee. */
async function firstItems(shop: Shop): Promise<object> {
  const red = { type: 'first_item', match: 'title', operator: 'starts_with', against: 'red' };
  const rules = { type: 'group', children: [red] };
  const previewed = ['Red tee', 'Blue tee'].map((first) =>
    shop.send<Preview>('POST', '/v1/promotions/cart/preview', {
      json: {
        items: [first, 'Red cap'].map((title) => ({ title, price: 20, quantity: 1 })),
        promotions: [{ title: 'Red', action: 'discount_by_percent', amount: 25, match_rules: rules }],
      },
    }),
  );
  const results = (await Promise.all(previewed)).map(({ body }) => body.result);
  const [rejected] = results[1]?.rejected ?? [];
  return { applied: results.map(({ applied }) => applied.length), reason: rejected?.reason, ...rejected?.detail };
}

type Brand = { id: string; motto: string | null };

/** Uses the added field of brands in every way that a field can be used. */
async function mottos(shop: Shop): Promise<object> {
  const made = await shop.send<Brand>('POST', '/v1/brands', {
    json: { title: 'Mill', slug: 'mill', motto: ' By hand ' },
  });
  const path = `/v1/brands/${made.body.result.id}`;
  const listed = async (address: string, query: Record<string, string>): Promise<unknown> =>
    (await shop.send<Brand[]>('GET', address, { query })).body.result.map(({ motto }) => motto);
  const events = await shop.store.request<{ result: { data: Brand }[] }>('GET', '/v1/events', {
    query: { type: 'brand.created' },
  });
  const form = await shop.send<Record<string, { type: string }>>('GET', '/v1/brands/fields');
  const long = await shop.store.request<{ error: string }>('PUT', path, { json: { motto: 'x'.repeat(256) } });
  const used = {
    made: { status: made.status, motto: made.body.result.motto },
    found: await listed('/v1/brands', { motto: 'By hand' }),
    searched: await listed('/v1/brands/search', { motto: 'HAND' }),
    events: events.body.result.map(({ data }) => data.motto),
    form: form.body.result['motto']?.type,
    refused: long.body.error,
  };
  return { ...used, unset: (await shop.send<Brand>('PUT', path, { form: { motto: '' } })).body.result.motto };
}

type Noted = { id: string; gift_note: string | null; supersedes: string | null };

/** Uses the added field of orders in every way that a field can be used, and sends it with checkouts. */
async function giftNotes(shop: Shop): Promise<object> {
  const currencies = await shop.send<{ id: string; code: string }[]>('GET', '/v1/currencies');
  const [currency] = currencies.body.result;
  const amounts = { subtotal: 10, total: 10, currency: currency?.id, currency_code: currency?.code, exchange_rate: 1 };
  const made = await shop.send<Noted>('POST', '/v1/orders', { json: { ...amounts, gift_note: ' For Ada ' } });
  const path = `/v1/orders/${made.body.result.id}`;
  const change = async (gift_note: string | null) =>
    (await shop.send<Noted>('PUT', path, { json: { gift_note } })).body;
  const events = async (id: string): Promise<unknown[]> => {
    const query = { object_id: id };
    const { body } = await shop.store.request<{ result: { data: Noted }[] }>('GET', '/v1/events', { query });
    return body.result.map(({ data }) => data.gift_note);
  };
  const listed = await shop.send<Noted[]>('GET', '/v1/orders', { query: { gift_note: 'For Ada' } });
  const form = await shop.send<Record<string, { type: string }>>('GET', '/v1/orders/fields');
  const { error: refused } = await change('x'.repeat(256));
  const { gift_note: changed } = (await change('For Grace')).result;
  const { gift_note: unset } = (await change(null)).result;
  const used = { made: made.body.result.gift_note, changed, refused, unset, form: form.body.result['gift_note']?.type };
  const found = listed.body.result.map(({ gift_note }) => gift_note);
  return { ...used, found, events: await events(made.body.result.id), ...(await giftNoteOfCheckout(shop, events)) };
}

async function giftNoteOfCheckout(shop: Shop, events: (id: string) => Promise<unknown[]>): Promise<object> {
  const cart = await shop.cart((await shop.product()).id);
  const order = async (gift_note: string) => (await shop.checkout(cart, { gift_note })).body.result as unknown as Noted;
  const placed = await order(' For Ada ');
  const again = await order('For Ada');
  const other = await order('For Grace');
  return {
    checkout: { placed: placed.gift_note, events: await events(placed.id), refused: await tooLongAtCheckout(shop) },
    repeated: { isSame: again.id === placed.id, isReplacedByOther: other.supersedes === placed.id },
  };
}

async function tooLongAtCheckout(shop: Shop): Promise<string> {
  const cart = await shop.cart((await shop.product()).id);
  return (await shop.checkout(cart, { gift_note: 'x'.repeat(256) })).body.error;
}

/** Uses the added filter of shipping methods. */
async function pricesFrom(shop: Shop, { components }: OpenAPIObject): Promise<object> {
  for (const [title, price] of [
    ['Post', '4.95'],
    ['Courier', '9.95'],
  ] as const) {
    const json = { title, slug: title, price, status: '1' };
    await shop.send('POST', '/v1/shipping', { json });
  }
  const found: string[][] = [];
  for (const price of ['5', '4.95', 'x']) {
    const { body } = await shop.send<{ title: string }[]>('GET', '/v1/shipping', { query: { price_from: price } });
    found.push(body.result.map(({ title }) => title));
  }
  const { schema } = components?.parameters?.['ShippingPriceFrom'] as { schema: { type: string } };
  return { found, schema: schema.type };
}

/** Receives a webhook of the added content type. */
async function bareEvent(shop: Shop, document: OpenAPIObject): Promise<object> {
  const receiver = await startWebhookReceiver();
  const kinds = { create: 1, update: 0, delete: 0, enabled: 1, events: ['brand.*'] };
  await shop.send('POST', '/v1/webhooks', { form: { url: receiver.url('/bare'), content_type: 'bare', ...kinds } });
  await shop.send('POST', '/v1/brands', { form: { title: 'Bare', slug: 'bare' } });
  const [call] = await receiver.received('/bare', 1);
  await receiver.close();
  if (call === undefined) throw new Error('no webhook came');
  const sent = String(call.headers['content-type']);
  const { type, data } = formatOf(sent)?.read(call.body) as { type: string; data: { title: string } };
  const form = await shop.send<Record<string, FieldRecord>>('GET', '/v1/webhooks/fields');
  const body = document.webhooks?.['brand.created']?.post?.requestBody as RequestBodyObject;
  return {
    sent,
    event: { type, data: { title: data.title } },
    offered: form.body.result['content_type']?.options.choices?.['bare'],
    documented: body.content[sent]?.schema,
  };
}

/** The added action and operator as the forms of the console have them. */
async function offered(shop: Shop): Promise<{ action: unknown; operator: unknown }> {
  const { body } = await shop.send<Record<string, FieldRecord>>('GET', '/v1/promotions/cart/fields');
  const { action, match_items: rules } = body.result;
  return {
    action: { label: action?.options.choices?.['discount_cheapest'], ...action?.options.uses?.['discount_cheapest'] },
    operator: rules?.options.operators?.['has_word'],
  };
}

async function main(): Promise<void> {
  const store = await startStore('sqlite::memory:', {}, true);
  const served = await (await fetch(`${store.url}/openapi.json`)).text();
  writeFileSync('openapi.json', served);
  const document = JSON.parse(served) as OpenAPIObject;
  const shop = await Shop.open(store);
  if (process.argv[2] === 'orders') {
    process.stdout.write(JSON.stringify(await giftNotes(shop)));
    return store.close();
  }

  const promotions = [{ title: 'Cheapest', action: 'discount_cheapest', amount: 25 }];
  const items = [
    { price: 20, quantity: 1 },
    { price: 10, quantity: 1 },
  ];
  const preview = await shop.send<Preview>('POST', '/v1/promotions/cart/preview', { json: { items, promotions } });
  const [applied] = preview.body.result.applied;
  const form = await offered(shop);

  const rule = await firstItems(shop);

  const words = { type: 'cart_item', match: 'title', operator: 'word', against: 'RED' };
  const matched = await shop.send<Preview>('POST', '/v1/promotions/cart/preview', {
    json: {
      items: ['Redwood tee', 'Red tee'].map((title) => ({ title, price: 20, quantity: 1 })),
      promotions: [
        {
          title: 'Red',
          action: 'discount_by_percent',
          amount: 25,
          match_items: { type: 'group', match_on: 'all', children: [words] },
        },
      ],
    },
  });

  const listed = await shop.send<{ slug: string; enabled: boolean }>('GET', '/v1/gateways/invoice');
  const order = await shop.order((await shop.product()).id, { gateway: 'invoice' });
  const paid = (await shop.pay('purchase', order.id)).body.result;

  const supplier = await shop.send('POST', '/v1/suppliers', { json: { name: 'Mill & Sons' } });
  const { body: events } = await store.request<Events>('GET', '/v1/events', { query: { type: 'supplier.created' } });

  const result = {
    action: { discount: applied?.discount, lines: applied?.lines, key: applied?.action, offered: form.action },
    operator: { lines: matched.body.result.applied[0]?.lines, offered: form.operator },
    rule,
    gateway: {
      enabled: listed.body.result.enabled,
      message: paid.message,
      gateway: paid.data['gateway'],
      status: paid.order.status.data.key,
    },
    field: await mottos(shop),
    orders: await giftNotes(shop),
    filter: await pricesFrom(shop, document),
    contentType: await bareEvent(shop, document),
    object: {
      status: supplier.status,
      events: events.result.map(({ type }) => type),
      names: events.result.map(({ data }) => data.name),
    },
  };
  await store.close();
  process.stdout.write(JSON.stringify(result));
}

main().catch((error: unknown) => {
  console.error(error);
  // The store that is still open would keep the process.
  process.exit(1);
});
