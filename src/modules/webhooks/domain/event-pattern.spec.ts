import { ValidationFailed } from '../../../kernel/errors';
import { parseEventPatterns, selectsEvent } from './event-pattern';

const KINDS = ['created', 'updated', 'deleted'];
const TYPES = ['order', 'order_item', 'webhook'].flatMap((object) => KINDS.map((kind) => `${object}.${kind}`));
TYPES.push('webhook.disabled');

describe('event patterns', () => {
  it('are kept once each, in the order sent', () => {
    expect(parseEventPatterns(['*.deleted', 'order.*', '*.deleted'], TYPES)).toEqual(['*.deleted', 'order.*']);
    expect(parseEventPatterns([], TYPES)).toEqual([]);
  });

  it.each([
    'order',
    '*',
    '',
    'order.',
    '.updated',
    'ord*.updated',
    'order.update',
    'order.disabled',
    'orders.updated',
    'ORDER.updated',
    'order.updated.x',
    'order.updated ',
    '**.updated',
    'order.(.*)',
    'constructor.created',
  ])('%p is refused by its place in the list', (pattern) => {
    const message = 'events.1 must be an event type such as order.updated, or order.* or *.deleted';
    expect(() => parseEventPatterns(['order.*', pattern], TYPES)).toThrow(
      new ValidationFailed({ 'events.1': [message] }),
    );
  });

  it('name every fault at once', () => {
    let errors: unknown;
    try {
      parseEventPatterns(['x', 'order.*', 'y'], TYPES);
    } catch (error) {
      errors = error instanceof ValidationFailed ? Object.keys(error.errors) : error;
    }
    expect(errors).toEqual(['events.0', 'events.2']);
  });
});

describe('a webhook selects an event', () => {
  const all = { create: true, update: true, delete: true, events: [] };
  const updated = { event: 'update', type: 'order.updated' } as const;
  const disabled = { event: 'update', type: 'webhook.disabled' } as const;
  it.each([
    ['all kinds, no patterns', all, updated, true],
    ['its kind switched off', { ...all, update: false }, updated, false],
    ['only its kind', { create: false, update: true, delete: false, events: [] }, updated, true],
    ['a pattern that covers it', { ...all, events: ['*.deleted', 'order.*'] }, updated, true],
    ['patterns that do not', { ...all, events: ['*.deleted', 'cart.*'] }, updated, false],
    ['a pattern, but its kind off', { ...all, update: false, events: ['order.updated'] }, updated, false],
    ['no kind at all', { create: false, update: false, delete: false, events: [] }, updated, false],
    ['the disabling of a webhook, as an update', { ...all, create: false, delete: false }, disabled, true],
  ])('with %s', (_, webhook, event, selected) => {
    expect(selectsEvent(webhook, event)).toBe(selected);
  });
});
