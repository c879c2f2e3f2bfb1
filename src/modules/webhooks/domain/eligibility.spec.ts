import { type Scope } from '../../../kernel/scopes';
import {
  type Audience,
  existedAt,
  isEligible,
  mayReceive,
  narrowedScopes,
  type OfferedEvent,
  type Subscriber,
  subscribes,
} from './eligibility';

const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 12, 0, second));

const webhook = (fields: Partial<Subscriber> = {}): Subscriber => ({
  create: true,
  update: true,
  delete: true,
  events: [],
  sinceEpoch: 7,
  createdAt: at(10),
  scopes: ['orders:read', 'carts:write'],
  ...fields,
});

const offered = (fields: Partial<OfferedEvent> = {}): OfferedEvent => ({
  type: 'order.updated',
  event: 'update',
  epoch: 7,
  occurredAt: at(10),
  ...fields,
});

const ORDERS: Audience = { scope: 'orders:read', isConfidential: false };
const CART_SECRETS: Audience = { scope: 'carts:write', isConfidential: true };

describe('a webhook exists when an event is committed (webhooks.md 8)', () => {
  it.each([
    ['in its own epoch', 7, 7, true],
    ['in a later epoch', 7, 8, true],
    ['in an earlier epoch', 7, 6, false],
    ['made before 1.3, in any epoch', null, 0, true],
  ])('by epochs, not by clocks: %s', (_, sinceEpoch, epoch, exists) => {
    for (const occurredAt of [at(0), at(20)]) {
      expect(existedAt(webhook({ sinceEpoch }), offered({ epoch, occurredAt }))).toBe(exists);
    }
  });

  it.each([
    ['later', 11, true],
    ['at the same moment', 10, true],
    ['earlier', 9, false],
  ])('by the time, of an event written before 1.3: %s', (_, second, exists) => {
    expect(existedAt(webhook(), offered({ epoch: null, occurredAt: at(second) }))).toBe(exists);
  });
});

describe('a webhook may receive an object', () => {
  const scoped = (...scopes: Scope[]): Subscriber => webhook({ scopes });
  it.each<[string, Subscriber, Audience, boolean]>([
    ['that its client could read', scoped('orders:read'), ORDERS, true],
    ['that its client could not', scoped('carts:read', 'orders:write'), ORDERS, false],
    ['of no known subject', scoped('orders:read'), { scope: undefined, isConfidential: false }, false],
    ['with a secret that its client could have written', scoped('carts:write'), CART_SECRETS, true],
    ['with a secret that its client could not', scoped('carts:read'), CART_SECRETS, false],
    ['made before 1.3, of any subject', webhook({ scopes: null }), { scope: undefined, isConfidential: false }, true],
    ['made before 1.3, with a secret', webhook({ scopes: null }), CART_SECRETS, false],
    ['of a client without a scope', scoped(), ORDERS, false],
  ])('%s', (_, subscriber, audience, may) => {
    expect(mayReceive(subscriber, audience)).toBe(may);
  });
});

describe('a webhook subscribes to an event', () => {
  const secret = offered({ type: 'cart.updated' });
  it.each<[string, Subscriber, OfferedEvent, Audience, boolean]>([
    ['that it selects and may receive', webhook(), offered(), ORDERS, true],
    ['of a kind it does not want', webhook({ update: false }), offered(), ORDERS, false],
    ['of another type', webhook({ events: ['cart.*'] }), offered(), ORDERS, false],
    ['that its client may not read', webhook({ scopes: [] }), offered(), ORDERS, false],
    ['with a secret, when it asks for all', webhook(), secret, CART_SECRETS, false],
    ['with a secret, when it names the type', webhook({ events: ['cart.updated'] }), secret, CART_SECRETS, true],
  ])('%s', (_, subscriber, event, audience, does) => {
    expect(subscribes(subscriber, event, audience)).toBe(does);
  });

  it('and a delivery is made if it existed then, too', () => {
    const eligible = (subscriber: Subscriber, event = offered()): boolean => isEligible(subscriber, event, ORDERS);
    expect([
      eligible(webhook()),
      eligible(webhook({ sinceEpoch: 8 })),
      eligible(webhook({ update: false })),
      eligible(webhook({ sinceEpoch: 8, update: false })),
    ]).toEqual([true, false, false, false]);
  });
});

describe('the scopes of a webhook after another client changed its URL', () => {
  const changer: ReadonlySet<Scope> = new Set<Scope>(['orders:write', 'orders:read', 'events:read']);
  it.each<[string, Scope[] | null, Scope[]]>([
    ['are those that both have', ['carts:read', 'orders:read', 'orders:write'], ['orders:read', 'orders:write']],
    ['are none when they share none', ['carts:read'], []],
    ['are those of the client when there were none yet', null, ['events:read', 'orders:read', 'orders:write']],
  ])('%s', (_, scopes, narrowed) => {
    expect(narrowedScopes(scopes, changer)).toEqual(narrowed);
  });
});
