import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { type Scope, SCOPES } from '../../src/kernel/scopes';
import { ClientsService } from '../../src/modules/access/clients.service';
import { PATIENCE_MS, startBrowser } from './browser';
import { settled } from './seeded-console';
import { startStore, type TestStore } from './store';
import { ensureBuilt } from './store.process';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 at level AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const RULES = [...WCAG, 'best-practice'];
/** The rules that colours decide. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The scopes of a client that may read everything and change nothing. */
export const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));

const HOSTILE = '<script>window.hit = 1</script><img src=x onerror="window.hit=1">\u202Eevil\u202C ';
/** Pixels that the narrowest page has. */
const NARROW = 360;

/** Text of so many characters that tries to run, to turn its line round and, by a long word, to widen its page. */
export function hostile(length: number): string {
  return HOSTILE.padEnd(length, 'x');
}

/** A store with its console, and a browser in front of it. */
export class ConsoleVisit {
  /** Errors of scripts and of the Content-Security-Policy, and responses that a token may not have. */
  readonly faults: string[] = [];
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    readonly store: TestStore,
    private readonly browser: Browser,
    private readonly closeStore: () => Promise<void>,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<ConsoleVisit> {
    await ensureBuilt();
    const store = await startStore('sqlite::memory:', { RATE_LIMIT_PER_MINUTE: '0', ...env }, true);
    return new ConsoleVisit(store, await startBrowser(), () => store.close());
  }

  /** In front of a store that its test closes. */
  static async of(store: TestStore): Promise<ConsoleVisit> {
    await ensureBuilt();
    return new ConsoleVisit(store, await startBrowser(), async () => undefined);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.closeStore();
  }

  /** An empty page of a person with English settings. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.faults.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() === 403) this.faults.push(`403 ${response.url()}`);
    });
    return page;
  }

  /** Closes what {@link page} opened. */
  async leave(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    this.faults.length = 0;
  }

  /** Makes a client and signs in with it. @returns an empty page of its session */
  async signedIn(scopes: readonly Scope[] = SCOPES, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.page(options);
    const { clientId, clientSecret } = await this.store.app.get(ClientsService).create('ada', scopes);
    const data = { client_id: clientId, client_secret: clientSecret };
    const response = await page.request.post(`${this.store.url}/console/session`, { data });
    if (!response.ok()) throw new Error(await response.text());
    return page;
  }

  /** {@link signedIn}, with Home open. */
  async atHome(scopes: readonly Scope[] = SCOPES): Promise<Page> {
    const page = await this.signedIn(scopes);
    await this.go(page, '');
    return page;
  }

  /** Signs in as a person does. */
  async signIn(page: Page, id: string, secret: string): Promise<void> {
    await page.getByLabel('Client ID').fill(id);
    await page.getByLabel('Client secret').fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens a page of the console and waits until it waits for nothing. */
  async go(page: Page, path: string): Promise<void> {
    await page.goto(`${this.store.url}/console${path}`);
    await settled(page);
  }

  /** Opens narrow pages, as an editor and as a reader. @returns those that do not show {@link hostile} text as text */
  async harmed(paths: readonly string[]): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const scopes of [SCOPES, READ_SCOPES]) {
      const page = await this.signedIn(scopes, { viewport: { width: NARROW, height: 800 } });
      for (const path of paths) {
        await this.go(page, path);
        const effect = await effectOf(page);
        if (!isDeepStrictEqual(effect, { isShown: true, hasRun: false, width: NARROW })) found.push([path, effect]);
      }
      await page.context().close();
    }
    return found;
  }

  /** Waits until a page has read all that it shows. */
  settled(page: Page): Promise<void> {
    return settled(page);
  }
}

/** Names of the buttons on a page that are not of its frame. */
export async function buttonsOf(page: Page): Promise<string[]> {
  const names = await page.getByRole('main').getByRole('button').allInnerTexts();
  return names.map((name) => name.trim());
}

/** Returns the value of an expression in a page. By the protocol: the policy of the page keeps scripts of others out. */
export async function inPage(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Effects of {@link hostile} text on a page, where it stands in the text or in a field. */
function effectOf(page: Page): Promise<unknown> {
  return inPage(
    page,
    `({
      isShown: [document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)].some(
        (text) => text.includes('<script>window.hit = 1</script>'),
      ),
      hasRun: 'hit' in globalThis,
      width: document.documentElement.scrollWidth,
    })`,
  );
}

/** Counts the clicks of a person on a page from now on. @returns how many there were */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = "addEventListener('click', ({ isTrusted }) => (globalThis.clicks += isTrusted ? 1 : 0), true)";
  await inPage(page, `globalThis.clicks = 0; ${listen}`);
  return async () => Number(await inPage(page, 'globalThis.clicks'));
}

/** Runs axe in the page's colours. @returns its violations with the elements at fault */
export async function violationsOf(page: Page, rules: readonly string[] = RULES): Promise<unknown[]> {
  // While one page takes the place of another there is no heading.
  await page.locator('h1').first().waitFor();
  await coloursSettled(page);
  if ((await inPage(page, "'axe' in globalThis")) === false) await inPage(page, `${AXE}; undefined`);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  return (await inPage(
    page,
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + ': ' + failureSummary)]))`,
  )) as unknown[];
}

/** Runs axe in light colours, and in dark ones the rules that these decide. @returns its violations */
export async function violationsInBoth(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [colorScheme, rules] of [
    ['dark', COLOUR_RULES],
    ['light', RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violationsOf(page, rules)).map((violation) => [colorScheme, violation]));
  }
  return found;
}

/** Waits until the page has taken over the colours that its browser prefers, and none of them fades. */
async function coloursSettled(page: Page): Promise<void> {
  const scheme = await inPage(page, "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'");
  await page.locator(`html[data-mantine-color-scheme='${String(scheme)}']`).waitFor();
  await inPage(
    page,
    `Promise.allSettled(
      document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished),
    ).then(() => undefined)`,
  );
}
