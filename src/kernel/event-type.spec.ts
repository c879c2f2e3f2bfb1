import { matchesPattern } from './event-type';

const KINDS = ['created', 'updated', 'deleted'];
const TYPES = ['order', 'order_item', 'webhook'].flatMap((object) => KINDS.map((kind) => `${object}.${kind}`));
TYPES.push('webhook.disabled');

describe('a pattern of event types', () => {
  it.each([
    ['order_item.updated', ['order_item.updated']],
    ['webhook.*', ['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.disabled']],
    ['*.disabled', ['webhook.disabled']],
    ['order.*', ['order.created', 'order.updated', 'order.deleted']],
    ['*.*', TYPES],
    ['*.deleted', TYPES.filter((type) => type.endsWith('.deleted'))],
    ['*', []],
    ['order', []],
    ['order.updated.*', []],
    ['ord*.updated', []],
    ['', []],
  ])('%j covers what it says and nothing else', (pattern, types) => {
    expect(TYPES.filter((type) => matchesPattern(pattern, type))).toEqual(types);
  });
});
