import { type Webhook, webhookHints } from './webhook-hints';

const WELL: Webhook = {
  id: '1',
  name: 'Shop',
  url: 'https://shop.example/hook',
  enabled: { value: 'Yes', data: { key: 1, value: 'Yes' } },
  disabled_reason: null,
  consecutive_failures: 0,
  deliveries_dead: 0,
  deliveries_waiting: 0,
  failing_since: null,
};
const NOW = Date.parse('2026-03-01T12:00:00Z');
const OFF: Webhook['enabled'] = { value: 'No', data: { key: 0, value: 'No' } };

describe('the hints on webhooks', () => {
  it.each<[string, Partial<Webhook>, object[]]>([
    ['one that is well', {}, []],
    ['two failures in a row', { consecutive_failures: 2, failing_since: '2026-03-01 11:59:01' }, []],
    [
      'a receiver that has failed for a minute, after a replay',
      { consecutive_failures: 2, failing_since: '2026-03-01 11:59:00' },
      [{ text: 'Shop failed 2 times in a row', path: '/webhooks/1', search: { state: 'pending' } }],
    ],
    [
      'failures in a row',
      { consecutive_failures: 3 },
      [{ text: 'Shop failed 3 times in a row', path: '/webhooks/1', search: { state: 'pending' } }],
    ],
    [
      'failures in a row with deliveries that wait',
      { consecutive_failures: 3, deliveries_waiting: 1 },
      [{ text: 'Shop failed 3 times in a row, 1 delivery waits', path: '/webhooks/1', search: { state: 'pending' } }],
    ],
    ['a receiver that answers, and two deliveries that wait', { deliveries_waiting: 2 }, []],
    [
      'a receiver that answers, and has not got what it missed',
      { deliveries_waiting: 42 },
      [
        {
          text: '42 webhook deliveries to Shop wait for another attempt',
          path: '/webhooks/1',
          search: { state: 'pending' },
        },
      ],
    ],
    [
      'dead deliveries, which are said once',
      { deliveries_dead: 1, consecutive_failures: 9 },
      [{ text: '1 webhook delivery to Shop failed for good', path: '/webhooks/1', search: { state: 'dead' } }],
    ],
    [
      'one without a name',
      { name: null, deliveries_dead: 2 },
      [
        {
          text: '2 webhook deliveries to https://shop.example/hook failed for good',
          path: '/webhooks/1',
          search: { state: 'dead' },
        },
      ],
    ],
    ['one that a person switched off', { enabled: OFF, consecutive_failures: 9 }, []],
    [
      'one that the store disabled',
      { enabled: OFF, disabled_reason: 'gone', consecutive_failures: 9 },
      [
        {
          text: 'The store disabled 1 webhook: its receiver is gone',
          path: '/webhooks',
          search: { disabled_reason: 'gone' },
        },
      ],
    ],
  ])('of %s', (_, patch, hints) => {
    expect(webhookHints([{ ...WELL, ...patch }], NOW)).toEqual(hints);
  });

  it('name five, those with most trouble first, and count the others', () => {
    const all = [3, 1, 7, 2, 5, 6, 4].map((dead) => ({ ...WELL, id: String(dead), name: null, deliveries_dead: dead }));
    expect(webhookHints(all).map(({ path }) => path)).toEqual([
      '/webhooks/7',
      '/webhooks/6',
      '/webhooks/5',
      '/webhooks/4',
      '/webhooks/3',
      '/webhooks',
    ]);
    expect(webhookHints(all).at(-1)?.text).toBe('Deliveries to 2 more webhooks failed for good');
  });
});
