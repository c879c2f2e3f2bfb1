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

  it('refuses wrong credentials of an address after so many, over all clients', async () => {
    const tried = await times(LIMIT + 1, (i) => send(`client-${i}`, '10.0.0.1', wrong));
    expect(tried).toEqual([...refusedAs(CredentialsRefused, LIMIT), RateLimited]);
    expect(await send('client-0', '10.0.0.2', wrong)).toBe(CredentialsRefused);
  });

  it('refuses wrong credentials of a client after ten times as many from different addresses', async () => {
    const tried = await times(LIMIT * 10 + 1, (i) => send('shop', `10.0.1.${Math.floor(i / LIMIT)}`, wrong));
    expect(tried).toEqual([...refusedAs(CredentialsRefused, LIMIT * 10), RateLimited]);
    expect(await send('other', '10.0.2.1', wrong)).toBe(CredentialsRefused);
  });

  it('lets right credentials pass, however many wrong ones came from there and for that client', async () => {
    const tried = await times(300, (i) => send('shop', `10.0.1.${i % 10}`, wrong));
    expect(new Set(tried.slice(LIMIT * 10))).toEqual(new Set([RateLimited]));
    expect(await send('shop', '10.0.1.1', right)).toBe('token');
    expect(await send('other', '10.0.1.1', right)).toBe('token');
  });

  it('counts what an address sends beyond its own limit for no client', async () => {
    await times(LIMIT * 20, () => send('shop', '10.0.0.1', wrong));
    expect(await send('shop', '10.0.0.2', wrong)).toBe(CredentialsRefused);
  });

  it('takes a /64 network of IPv6 for one address, and an IPv4 address in IPv6 for itself', async () => {
    const tried = await times(LIMIT + 1, (i) => send(`client-${i}`, `2001:db8:1:2::${i}`, wrong));
    expect(tried.at(-1)).toBe(RateLimited);
    expect(await send('shop', '2001:db8:1:3::1', wrong)).toBe(CredentialsRefused);
    await times(LIMIT, (i) => send(`client-${i}`, '::ffff:10.0.0.1', wrong));
    expect(await send('shop', '10.0.0.1', wrong)).toBe(RateLimited);
    expect(await send('shop', '::ffff:10.0.0.2', wrong)).toBe(CredentialsRefused);
  });

  it('counts wrong credentials alone: neither right ones nor a database that is away', async () => {
    const away = (): Promise<never> => Promise.reject(new TypeError('away'));
    await times(LIMIT * 2, () => send('shop', '10.0.0.1', right));
    expect(await times(LIMIT * 2, () => send('shop', '10.0.0.1', away))).toEqual(refusedAs(TypeError, LIMIT * 2));
    expect(await send('shop', '10.0.0.1', wrong)).toBe(CredentialsRefused);
  });

  it('says in the log who is refused from now on, once', async () => {
    const from = 'too many wrong credentials: more of them from this address get 429';
    await times(LIMIT - 1, () => send('shop', '10.0.0.1', wrong));
    expect(lines).toEqual([]);
    await times(LIMIT, () => send('shop', '10.0.0.1', wrong));
    expect(lines).toEqual([[{ address: '10.0.0.1', clientId: 'shop' }, from]]);
    await times(LIMIT * 9, (i) => send('shop', `10.0.1.${Math.floor(i / LIMIT)}`, wrong));
    const last = { address: '10.0.1.8', clientId: 'shop' };
    expect(lines.slice(-2)).toEqual([
      [last, from],
      [last, 'too many wrong credentials: more of them for this client get 429'],
    ]);
  });

  it('refuses an address beyond its limit before a costly check, and no other', async () => {
    await times(LIMIT - 1, () => send('shop', '10.0.0.1', wrong));
    await expect(limit.requireUnder('10.0.0.1')).resolves.toBeUndefined();
    await send('shop', '10.0.0.1', wrong);
    await expect(limit.requireUnder('10.0.0.1')).rejects.toThrow(RateLimited);
    await expect(limit.requireUnder('10.0.0.2')).resolves.toBeUndefined();
  });

  it('says how long, and forgets after a minute', async () => {
    await times(LIMIT, () => send('shop', '10.0.0.1', wrong));
    jest.advanceTimersByTime(20_500);
    await expect(limit.guard('shop', '10.0.0.1', wrong)).rejects.toMatchObject({ retryAfter: 40 });
    jest.advanceTimersByTime(39_500);
    expect(await send('shop', '10.0.0.1', wrong)).toBe(CredentialsRefused);
  });
});
