import { healthOf, type Webhook } from './health';

type Judged = Parameters<typeof healthOf>[0];

const ON: Webhook['enabled'] = { value: 'Yes', data: { key: 1, value: 'Yes' } };
const OFF: Webhook['enabled'] = { value: 'No', data: { key: 0, value: 'No' } };
const WELL: Judged = {
  enabled: ON,
  disabled_reason: null,
  consecutive_failures: 0,
  last_success_at: '2026-03-01 12:00:00',
};

describe('the health of a webhook', () => {
  it.each<[Partial<Judged>, ReturnType<typeof healthOf>]>([
    [{}, ['good', 'webhook-health.well']],
    [{ last_success_at: null }, ['plain', 'webhook-health.unused']],
    [{ consecutive_failures: 3 }, ['warning', 'webhook-health.failures']],
    [{ consecutive_failures: 9 }, ['warning', 'webhook-health.failures']],
    [{ consecutive_failures: 10 }, ['bad', 'webhook-health.failures']],
    [{ consecutive_failures: 89, last_success_at: null }, ['bad', 'webhook-health.failures']],
    [{ enabled: OFF, consecutive_failures: 89 }, ['plain', 'webhook-health.off']],
    [{ enabled: OFF, disabled_reason: 'gone' }, ['bad', 'webhook-health.gone']],
    [{ enabled: OFF, disabled_reason: 'failing' }, ['bad', 'webhook-health.failing']],
  ])('with %j has a colour that tells a few failures from many', (patch, health) => {
    expect(healthOf({ ...WELL, ...patch })).toEqual(health);
  });
});
