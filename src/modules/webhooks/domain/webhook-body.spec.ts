import qs from 'qs';
import { ValidationFailed } from '../../../kernel/errors';
import { type FrozenEvent, pingEvent, webhookBody } from './webhook-body';
import { CONTENT_TYPES, parseContentType, WEBHOOK_FORMATS } from './webhook-formats';

const event: FrozenEvent = {
  id: '0196f0a0-0000-7000-8000-000000000001',
  type: 'order.updated',
  object: 'order',
  objectId: '1234567890123456789',
  objectVersion: 3,
  event: 'update',
  occurredAt: new Date('2026-03-01T12:00:00.987Z'),
  data: {
    total: { rounded: 10.5, raw: { with_tax: 9999999999999.99 } },
    customer: null,
    items: [{ sku: 'A&B=1' }, { sku: 'Zoë 🍵' }],
    tags: [],
    paid: true,
  },
};

describe('the body of a call', () => {
  it('as JSON is an array holding the event', () => {
    expect(webhookBody(event, 'json').toString('utf8')).toBe(
      '[{"id":"0196f0a0-0000-7000-8000-000000000001","type":"order.updated","object":"order",' +
        '"object_id":"1234567890123456789","object_version":3,"event":"update","occurred_at":"2026-03-01 12:00:00",' +
        '"data":{"total":{"rounded":10.5,"raw":{"with_tax":9999999999999.99}},"customer":null,' +
        '"items":[{"sku":"A&B=1"},{"sku":"Zoë 🍵"}],"tags":[],"paid":true}}]',
    );
  });

  it('as a form is its fields in bracket notation', () => {
    expect(webhookBody(event, 'form').toString('latin1')).toBe(
      'id=0196f0a0-0000-7000-8000-000000000001&type=order.updated&object=order' +
        '&object_id=1234567890123456789&object_version=3&event=update&occurred_at=2026-03-01+12%3A00%3A00' +
        '&data%5Btotal%5D%5Brounded%5D=10.5&data%5Btotal%5D%5Braw%5D%5Bwith_tax%5D=9999999999999.99' +
        '&data%5Bcustomer%5D=&data%5Bitems%5D%5B0%5D%5Bsku%5D=A%26B%3D1' +
        '&data%5Bitems%5D%5B1%5D%5Bsku%5D=Zo%C3%AB+%F0%9F%8D%B5&data%5Btags%5D=&data%5Bpaid%5D=true',
    );
  });

  it('as a form is read back by an ordinary parser', () => {
    expect(qs.parse(webhookBody(event, 'form').toString('utf8'))).toEqual({
      id: event.id,
      type: 'order.updated',
      object: 'order',
      object_id: '1234567890123456789',
      object_version: '3',
      event: 'update',
      occurred_at: '2026-03-01 12:00:00',
      data: {
        total: { rounded: '10.5', raw: { with_tax: '9999999999999.99' } },
        customer: '',
        items: [{ sku: 'A&B=1' }, { sku: 'Zoë 🍵' }],
        tags: '',
        paid: 'true',
      },
    });
  });

  it.each(CONTENT_TYPES)('as %s is read back as an event, and shown to people', (contentType) => {
    const { read, show } = WEBHOOK_FORMATS[contentType];
    const body = webhookBody(event, contentType).toString('utf8');
    expect(read(body)).toMatchObject({ id: event.id, type: event.type, object_id: event.objectId });
    expect(show(body)).toMatch(/^.*type\W+order\.updated\W*$/m);
  });

  it.each(CONTENT_TYPES)('as %s has a key that its column holds', (contentType) => {
    expect(contentType).toMatch(/^[a-z]{1,4}$/);
  });

  it.each(CONTENT_TYPES)('as %s has the same bytes after the event was stored and read', (contentType) => {
    const stored: FrozenEvent = { ...event, data: JSON.parse(JSON.stringify(event.data)) as unknown };
    expect(webhookBody(stored, contentType)).toEqual(webhookBody(event, contentType));
  });

  it('as a form says what JSON would: dates as text, nothing for what is undefined', () => {
    const data = { at: new Date('2026-03-01T00:00:00Z'), none: undefined };
    expect(qs.parse(webhookBody({ ...event, data }, 'form').toString('utf8')).data).toEqual({
      at: '2026-03-01T00:00:00.000Z',
    });
  });
});

describe('the event of a test request (webhooks.md 15)', () => {
  it('is of the webhook itself, and tells nothing', () => {
    const occurredAt = new Date('2026-03-01T12:00:00.987Z');
    expect(pingEvent({ id: event.id, occurredAt, webhookId: '42' })).toEqual({
      id: event.id,
      type: 'webhook.ping',
      object: 'webhook',
      objectId: '42',
      objectVersion: 0,
      event: 'ping',
      occurredAt,
      data: {},
    });
  });
});

describe('content_type', () => {
  it.each([
    ['json', 'json'],
    ['application/json', 'json'],
    ['form', 'form'],
    ['form-urlencoded', 'form'],
    ['application/x-www-form-urlencoded', 'form'],
    [' Application/JSON ', 'json'],
  ])('%p is stored as %p', (text, key) => {
    expect(parseContentType(text)).toBe(key);
  });

  it.each(['', 'xml', 'text/json', 'application/json; charset=utf-8', 'json,form', 'constructor'])(
    'refuses %p',
    (text) => {
      const message = 'must be one of json, application/json, form, form-urlencoded, application/x-www-form-urlencoded';
      expect(() => parseContentType(text)).toThrow(ValidationFailed.of('content_type', message));
    },
  );
});
