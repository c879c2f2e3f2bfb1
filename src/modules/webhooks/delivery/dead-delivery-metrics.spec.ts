import { Metrics } from '../../../platform/metrics/metrics';
import { DeadDeliveryMetrics } from './dead-delivery-metrics';

describe('a webhook that the store disabled', () => {
  it('is counted, and the log names it with the reason', async () => {
    const [metrics, lines] = [new Metrics(), [] as unknown[][]];
    const endings = new DeadDeliveryMetrics(metrics, { warn: (...line: unknown[]) => void lines.push(line) });
    endings.webhookDisabled('1', 'gone');
    endings.webhookDisabled('2', 'failing');
    expect(lines).toEqual([
      [{ webhook: '1', reason: 'gone' }, 'the webhook was disabled: its receiver responded 410'],
      [{ webhook: '2', reason: 'failing' }, 'the webhook was disabled: all its attempts of five days failed'],
    ]);
    expect(await metrics.text()).toContain(
      'webhooks_disabled_total{reason="gone"} 1\nwebhooks_disabled_total{reason="failing"} 1',
    );
  });
});
