import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { type Running, startApi } from '../../bench/support/bench.process';
import { addressOf, type ConsolePage, CONSOLE_PAGES, type PageIds } from '../browser/console-pages.table';
import { PATIENCE_MS, startBrowser } from './browser';
import { TEST_SECRETS_KEY, TEST_TOKEN } from './store';
import { runCommand } from './store.process';

/** Lists of the records that have pages, by the names that stand in the paths. */
const LISTS: PageIds = {
  order: '/v1/orders',
  event: '/v1/events',
  cart: '/v1/carts',
  product: '/v1/products',
  category: '/v1/categories',
  brand: '/v1/brands',
  collection: '/v1/collections',
  customer: '/v1/customers',
  group: '/v1/customers/groups',
  promotion: '/v1/promotions/cart',
  webhook: '/v1/webhooks',
  currency: '/v1/currencies',
  tax: '/v1/taxes',
  method: '/v1/shipping',
  file: '/v1/files',
};

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The console of a shop of `store seed` on SQLite, built and in a process of its own, with somebody signed in. */
export class SeededConsole {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly api: Running,
    private readonly browser: Browser,
    private readonly state: State,
  ) {}

  /**
   * @param orders that are placed over the API
   * @param fill adds to the database before the store starts
   */
  static async open(orders: number, fill?: (databaseUrl: string) => Promise<void>): Promise<SeededConsole> {
    const folder = mkdtempSync(join(tmpdir(), 'storekeeper-shop-'));
    const settings = { DATABASE_URL: `sqlite:${join(folder, 'shop.sqlite')}`, SECRETS_KEY: TEST_SECRETS_KEY };
    const seeded = await runCommand(folder, settings, 'seed', '--orders', String(orders));
    if (seeded.code !== 0) throw new Error(seeded.stderr);
    await fill?.(settings.DATABASE_URL);
    const api = await startApi({ ...settings, RATE_LIMIT_PER_MINUTE: '0' });
    const browser = await startBrowser();
    const { stdout } = await runCommand(folder, { ...settings, PORT: new URL(api.url).port }, 'console');
    const state = await signIn(browser, /https?:\/\/\S+#code=\S+/.exec(stdout)?.[0] ?? '');
    return new SeededConsole(api.url, folder, api, browser, state);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.api.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Lets a browser see a page that has only the cookie of its session: nothing is cached. */
  async visit<T>(options: BrowserContextOptions, see: (page: Page) => Promise<T>): Promise<T> {
    const context = await this.browser.newContext({
      storageState: this.state,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      ...options,
    });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      return await see(page);
    } finally {
      await context.close();
    }
  }

  /** Opens a page of the console and waits until it waits for nothing. */
  async go(page: Page, path: string): Promise<void> {
    await page.goto(`${this.url}/console${path}`);
    await settled(page);
  }

  /** Every page of which the shop has a record, with its address. */
  async pages(): Promise<readonly (readonly [page: ConsolePage, path: string])[]> {
    const ids: Record<string, string> = {};
    for (const [name, path] of Object.entries(LISTS)) {
      const response = await fetch(`${this.url}${path}?limit=1`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
      });
      const { result } = (await response.json()) as { result: readonly { id: string }[] };
      ids[name] = result[0]?.id ?? '';
    }
    const isShown = (path: string): boolean => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => ids[name]);
    return CONSOLE_PAGES.filter(({ path }) => isShown(path)).map((page) => [page, addressOf(page, ids)] as const);
  }
}

/** Signs in by the link that the operator has. */
async function signIn(browser: Browser, link: string): Promise<State> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link);
  await settled(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Waits until a page of the console has read all that it shows. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.locator('.progress').first().waitFor({ state: 'detached' });
}
