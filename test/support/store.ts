import { type INestApplicationContext } from '@nestjs/common';
import { type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApi } from '../../src/app/create-api';
import { prepareStore } from '../../src/app/prepare-store';
import { type Config, parseConfig } from '../../src/platform/config/config';
import { documented } from './documented';
import { fillFromTemplate } from './template';

/** The static token of stores under test: all scopes. */
export const TEST_TOKEN = 'test-token-0123456789-0123456789-0123456789';

/** A key for secrets at rest, which stores on MariaDB do not start without. */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** An answer: status, headers and parsed JSON. */
export interface Answer<B = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: B;
}

/** The parts of a request. `form` is sent url-encoded, as the v1 clients do; nested values go in bracket notation. */
export interface Call {
  readonly form?: Record<string, unknown> | string;
  readonly json?: unknown;
  /** Sent as multipart, with its files. */
  readonly multipart?: FormData;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** null: no token. Default: {@link TEST_TOKEN}. */
  readonly token?: string | null;
}

/** A running store on a database of its own, talked to over real HTTP. Every JSON answer is checked against the document. */
export interface TestStore {
  readonly url: string;
  readonly app: INestApplicationContext;
  request<B = Record<string, never>>(method: string, path: string, call?: Call): Promise<Answer<B>>;
  close(): Promise<void>;
}

function bracketed(fields: Record<string, unknown>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part);
    } else {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value === null ? '' : String(value))}`);
    }
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return pairs.join('&');
}

function bodyOf(call: Call): { body?: string | FormData; headers: Record<string, string> } {
  if (call.multipart !== undefined) return { body: call.multipart, headers: {} };
  if (call.json !== undefined) {
    return { body: JSON.stringify(call.json), headers: { 'content-type': 'application/json' } };
  }
  if (call.form === undefined) return { headers: {} };
  const body = typeof call.form === 'string' ? call.form : bracketed(call.form);
  return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

/** The configuration of a store under test. */
export function testConfig(databaseUrl: string, env: Record<string, string> = {}): Config {
  return parseConfig({
    DATABASE_URL: databaseUrl,
    BOOTSTRAP_TOKEN: TEST_TOKEN,
    SECRETS_KEY: TEST_SECRETS_KEY,
    LOG_LEVEL: 'silent',
    ...env,
  });
}

/**
 * Starts a store in this process.
 * @param databaseUrl a fresh database, see engines.ts
 * @param env further settings by their environment names
 * @param withWorkers whether the workers run in it too
 */
export function startStore(
  databaseUrl: string,
  env: Record<string, string> = {},
  withWorkers = false,
): Promise<TestStore> {
  return openStore(testConfig(databaseUrl, env), withWorkers);
}

/** As {@link startStore}, with a whole configuration. */
export async function openStore(config: Config, withWorkers = false): Promise<TestStore> {
  await fillFromTemplate(config.database.url);
  const silent = pino({ level: 'silent' });
  const { app } = await createApi(config, silent, silent, withWorkers);
  await prepareStore(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const check = await documented();
  return {
    url,
    app,
    close: () => app.close(),
    async request<B>(method: string, path: string, call: Call = {}): Promise<Answer<B>> {
      const target = new URL(path, url);
      for (const [name, value] of Object.entries(call.query ?? {})) target.searchParams.append(name, value);
      const { body, headers } = bodyOf(call);
      const token = call.token === undefined ? TEST_TOKEN : call.token;
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(target, {
        method,
        body,
        headers: { ...headers, ...authorization, ...call.headers },
      });
      const parsed = (await response.json()) as B;
      // A POST that is overridden answers what is documented for the method it acts as (wire.md 1).
      const acted = (method === 'POST' && target.searchParams.get('_method')) || method;
      check.check(acted, target.pathname, response.status, parsed);
      return { status: response.status, headers: response.headers, body: parsed };
    },
  };
}
