import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { loggerOptions } from './logger';

/** The line that a logger writes. */
function lineOf(values: object): string {
  const lines: string[] = [];
  pino(loggerOptions('info'), { write: (line: string) => void lines.push(line) }).error(values, 'request failed');
  return lines.join('');
}

describe('log lines (wire.md 2: settings and secrets are nowhere)', () => {
  it('tell of a statement that failed, without its values', () => {
    const fault = Object.assign(new Error('Data too long'), {
      code: 'ER_DATA_TOO_LONG',
      sql: "UPDATE gateways SET settings = 'sk_4711'",
    });
    const sql = 'UPDATE gateways SET settings = ?';
    const line = lineOf({ err: new QueryFailedError(sql, ['sk_4711'], fault) });
    expect(line).not.toContain('sk_4711');
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request failed',
      err: { type: 'QueryFailedError', query: sql, code: 'ER_DATA_TOO_LONG', parameters: '[removed]' },
    });
  });

  it('hold no field that is named like a secret', () => {
    expect(JSON.parse(lineOf({ settings: 'a', body: { number: '4111', city: 'Bath' } }))).toMatchObject({
      settings: '[removed]',
      body: { number: '[removed]', city: 'Bath' },
    });
  });

  it('hold no password and no token of a customer (storefront.md 2)', () => {
    const headers = { 'x-customer-token': 'uQ9c', host: 'shop' };
    const body = { password: 'correct horse', current_password: 'battery', token: 'uQ9c' };
    expect(JSON.parse(lineOf({ headers, body, 'x-customer-token': 'uQ9c' }))).toMatchObject({
      headers: { 'x-customer-token': '[removed]', host: 'shop' },
      body: { password: '[removed]', current_password: '[removed]', token: '[removed]' },
      'x-customer-token': '[removed]',
    });
  });
});
