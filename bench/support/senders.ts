import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { median, type Speed } from './load';

type Headers = Readonly<Record<string, string>>;

/** A response that was 2xx. */
export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Kept-alive connections to one server, for loads whose requests follow from one another. */
export class Senders {
  private readonly pool: Pool;

  constructor(
    readonly url: string,
    private readonly connections: number,
    private readonly token: string,
  ) {
    this.pool = new Pool(url, { connections, pipelining: 1 });
  }

  /** @throws Error when the answer is not 2xx */
  async post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.submit(path, fields);
  }

  /** @throws Error when the answer is not 2xx */
  async get(path: string): Promise<void> {
    await this.read(path);
  }

  /** Posts a form. @returns the body @throws Error when the answer is not 2xx */
  async submit(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const form = new URLSearchParams(fields).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await this.send('POST', path, { ...this.authorization(), ...type }, form)).text;
  }

  /** @returns the body @throws Error when the answer is not 2xx */
  async read(path: string): Promise<string> {
    return (await this.send('GET', path, this.authorization())).text;
  }

  /** Sends headers of the caller's own. @throws Error when the answer is not 2xx */
  async send(method: 'GET' | 'POST', path: string, headers: Headers, sent?: string): Promise<Received> {
    const { statusCode, headers: received, body } = await this.pool.request({ method, path, headers, body: sent });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${method} ${this.url}${path} answered ${statusCode}: ${text}`);
    return { headers: received, text };
  }

  /** Repeats a step on every connection at once for `seconds`; what is under way then is finished and counted. */
  async drive(seconds: number, step: () => Promise<void>): Promise<Speed> {
    const start = performance.now();
    const end = start + seconds * 1000;
    const times: number[] = [];
    const work = async (): Promise<void> => {
      for (let from = start; from < end;) {
        await step();
        const now = performance.now();
        times.push(now - from);
        from = now;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, work));
    const perSecond = (times.length * 1000) / (performance.now() - start);
    return { perSecond, count: times.length, p50Ms: median(times), p99Ms: percentile(times, 0.99) };
  }

  /**
   * Begins a step `perSecond` times a second for `seconds`, however long the ones before take, and waits for all of them.
   * @returns milliseconds of each
   */
  async pace(seconds: number, perSecond: number, step: () => Promise<void>): Promise<number[]> {
    const start = performance.now();
    const timed = async (): Promise<number> => {
      const from = performance.now();
      await step();
      return performance.now() - from;
    };
    const steps: Promise<number>[] = [];
    for (let i = 0; i < seconds * perSecond; i += 1) {
      const early = start + (i * 1000) / perSecond - performance.now();
      if (early > 0) await pause(early);
      steps.push(timed());
    }
    return Promise.all(steps);
  }

  private authorization(): Headers {
    return { authorization: `Bearer ${this.token}` };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? NaN;
}
