import promClient from 'prom-client';
import { Metrics } from './metrics';

describe('metrics of the runtime', () => {
  it('are collected from the first scrape on, once', async () => {
    const collect = jest.spyOn(promClient, 'collectDefaultMetrics').mockImplementation(() => undefined);
    try {
      const metrics = new Metrics();
      metrics.collectRuntime();
      expect(collect).not.toHaveBeenCalled();
      await metrics.text();
      await metrics.text();
      expect(collect).toHaveBeenCalledTimes(1);
    } finally {
      collect.mockRestore();
    }
  });
});
