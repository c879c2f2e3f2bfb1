import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '../parts/apart.cjs';
import { FAULTS, ROOT, withFault } from './faults';

describe('the planted faults', () => {
  it('are 30 or more, of a rule each', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(FAULTS.map(({ guards }) => guards)).size).toBe(FAULTS.length);
  });

  it.each(FAULTS)('$guards: can be planted', (fault) => {
    const source = readFileSync(join(ROOT, fault.file), 'utf8');
    expect(withFault(source, fault)).not.toBe(source);
  });

  it.each(FAULTS)('$guards: npm test has the spec', ({ spec }) => {
    expect([spec.endsWith('.spec.ts'), existsSync(join(ROOT, spec))]).toEqual([true, true]);
    const others = [...long, 'test/browser/', 'test/servers/', 'test/chaos/', 'test/image/'];
    expect(others.filter((path) => spec.startsWith(path))).toEqual([]);
  });

  it('would be caught when the text has changed or is there twice', () => {
    const fault = { guards: 'sums', file: 'sums.ts', from: 'a + b', to: 'a - b', spec: 'sums.spec.ts' };
    expect(withFault('return a + b;', fault)).toBe('return a - b;');
    expect(() => withFault('return b + a;', fault)).toThrow('sums: sums.ts has this text 0 times, not once: a + b');
    expect(() => withFault('a + b === a + b', fault)).toThrow('2 times');
  });
});
