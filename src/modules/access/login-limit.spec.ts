import { parseConfig } from '../../platform/config/config';
import { RateLimited } from '../../platform/http/http.errors';
import { Metrics } from '../../platform/metrics/metrics';
import { CredentialsRefused } from './access.errors';
import { type Logger } from 'pino';
import { LoginLimit } from './login-limit';

const LIMIT = 3;
const wrong = (): Promise<never> => Promise.reject(new CredentialsRefused());
const right = (): Promise<string> => Promise.resolve('token');

describe('the limit of wrong credentials (wire.md 5)', () => {
  let limit: LoginLimit;
  let metrics: Metrics;
  let lines: unknown[][];
  /** Sends credentials. @returns the token, or the class of what was thrown */
  const send = (client: string, address: string, login: () => Promise<string>): Promise<unknown> =>
    limit.guard(client, address, login).catch((error: Error) => error.constructor);
  const times = async (count: number, act: (i: number) => Promise<unknown>): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (let i = 0; i < count; i += 1) answers.push(await act(i));
    return answers;
  };
  const refusedAs = (fault: unknown, count: number): unknown[] => new Array<unknown>(count).fill(fault);

  beforeEach(() => {
    jest.useFakeTimers();
    metrics = new Metrics();
    lines = [];
    const logger = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
    limit = new LoginLimit(parseConfig({ LOGIN_LIMIT_PER_MINUTE: String(LIMIT) }), metrics, logger);
  });
  afterEach(() => jest.useRealTimers());

  it('refuses an address after so many, whatever clients it tried, and the right ones too', async () => {
    const tried = await times(LIMIT, (i) => send(`client-${i}`, '10.0.0.1', wrong));
    expect(tried).toEqual(refusedAs(CredentialsRefused, LIMIT));
    const login = jest.fn(right);
    expect(await send('another', '10.0.0.1', login)).toBe(RateLimited);
    expect(login).not.toHaveBeenCalled();
    expect(await send('client-0', '10.0.0.2', right)).toBe('token');
  });

  it('refuses a client after ten times as many from different addresses, and no other client', async () => {
    const tried = await times(LIMIT * 10, (i) => send('shop', `10.0.1.${Math.floor(i / LIMIT)}`, wrong));
    expect(tried).toEqual(refusedAs(CredentialsRefused, LIMIT * 10));
    expect(await send('shop', '10.0.2.1', right)).toBe(RateLimited);
    expect(await send('other', '10.0.2.1', right)).toBe('token');
  });

  it('does not lock a client out for one address that has reached its own limit', async () => {
    await times(LIMIT * 20, () => send('shop', '10.0.0.1', wrong));
    expect(await send('shop', '10.0.0.2', right)).toBe('token');
  });

  it('counts wrong credentials alone: neither right ones nor a database that is away', async () => {
    const away = (): Promise<never> => Promise.reject(new TypeError('away'));
    await times(LIMIT * 2, () => send('shop', '10.0.0.1', right));
    expect(await times(LIMIT * 2, () => send('shop', '10.0.0.1', away))).toEqual(refusedAs(TypeError, LIMIT * 2));
    expect(await send('shop', '10.0.0.1', right)).toBe('token');
  });

  it('says in the log who is refused from now on, once', async () => {
    const from = 'too many wrong credentials: the address is refused';
    await times(LIMIT - 1, () => send('shop', '10.0.0.1', wrong));
    expect(lines).toEqual([]);
    await times(LIMIT, () => send('shop', '10.0.0.1', wrong));
    expect(lines).toEqual([[{ address: '10.0.0.1', clientId: 'shop' }, from]]);
    await times(LIMIT * 9, (i) => send('shop', `10.0.1.${Math.floor(i / LIMIT)}`, wrong));
    const last = { address: '10.0.1.8', clientId: 'shop' };
    expect(lines.slice(-2)).toEqual([
      [last, from],
      [last, 'too many wrong credentials: the client is refused'],
    ]);
  });

  it('says how long, and forgets after a minute', async () => {
    await times(LIMIT, () => send('shop', '10.0.0.1', wrong));
    jest.advanceTimersByTime(20_500);
    await expect(limit.guard('shop', '10.0.0.1', right)).rejects.toMatchObject({ retryAfter: 40 });
    jest.advanceTimersByTime(39_500);
    expect(await send('shop', '10.0.0.1', right)).toBe('token');
  });
});
