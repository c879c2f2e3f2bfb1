import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '../../metrics/metrics';
import { CopyOutdated } from './assumed-revisions';
import { countRetries } from './database-metrics';
import { isCutOff, isTransient } from './driver-faults';

/** An error as a driver throws it: that of a server names the key that was hit. */
const thrown = (code: string): Error =>
  Object.assign(new Error(code.startsWith('SQLITE') ? 'UNIQUE constraint failed' : "for key 'PRIMARY'"), { code });

describe('the count of transactions that are run again', () => {
  it('begins at 0 for every error that leads to one', async () => {
    const codes = [...readFileSync(join(__dirname, 'driver-faults.ts'), 'utf8').matchAll(/'([A-Z][A-Z_]+)'/g)];
    const retried = new Set(
      codes.map(([, code = '']) => code).filter((code) => isTransient(thrown(code)) || isCutOff(thrown(code))),
    );
    expect(retried.size).toBeGreaterThan(5);
    const metrics = new Metrics();
    const count = countRetries(metrics);
    const causes = [...(await metrics.text()).matchAll(/_retries_total\{cause="(\w+)"\} 0$/gm)].map(
      ([, cause]) => cause,
    );
    expect(causes.sort()).toEqual([...retried, new CopyOutdated().code, 'unknown'].sort());
    count(new Error('Connection lost'));
    count(thrown('ECONNRESET'));
    expect(await metrics.text()).toContain('_retries_total{cause="unknown"} 1\n');
    expect(await metrics.text()).toContain('_retries_total{cause="ECONNRESET"} 1\n');
  });
});
