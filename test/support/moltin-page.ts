import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { methodsOf } from '../clients/every-method.world';

/** As the package brings it: what its `bower.json` names as the main file. */
const BUILD = readFileSync(require.resolve('moltin/dist/moltin.js'), 'utf8');

const FILES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': [
    'text/html',
    '<!doctype html><title>Shop</title><script src="/moltin.js"></script><script src="/page.js"></script>',
  ],
  '/moltin.js': ['text/javascript', BUILD],
  '/page.js': ['text/javascript', readFileSync(join(__dirname, '../browser/moltin-page.js'))],
};

/** The methods of the build, as `Resource.Method`. */
export function methodsOfBuild(): string[] {
  // It asks a page for its cookies, and for nothing else before it sends a request.
  const Client = runInNewContext(`${BUILD}\nMoltin`, { document: { cookie: '' } }) as new (options: object) => object;
  return methodsOf(new Client({}));
}

/** A server of pages with the client: another origin than the store's. */
export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startPages(): Promise<PageServer> {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = FILES[url] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The outcome of a method: the arguments of its callback, or the error that the client itself threw. */
export type PageOutcome =
  { readonly result?: unknown } | { readonly errors: unknown; readonly status: number } | { readonly thrown: string };

/** The browser build of npm `moltin` in a page. */
export class MoltinPage {
  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    /** `METHOD /path` of the requests so far, without those of the page itself and without preflights. */
    readonly requests: { readonly line: string; readonly headers: Readonly<Record<string, string>> }[],
  ) {}

  /**
   * Opens a page, and makes a client there that has signed in.
   * @param token one that the page has had from elsewhere. Left out: the client gets its own
   */
  static async open(browser: Browser, origin: string, options: object, token?: string): Promise<MoltinPage> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    // The client takes its stored time of expiry for milliseconds here, and for seconds at each request.
    const expires = String(new Date(2099, 0).getTime());
    const stored = { mtoken: `Bearer ${token ?? ''}`, mexpires: expires };
    if (token !== undefined)
      await context.addCookies(Object.entries(stored).map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const requests: MoltinPage['requests'] = [];
    page.on('request', (request) => {
      const { origin: place, pathname } = new URL(request.url());
      if (place !== origin) requests.push({ line: `${request.method()} ${pathname}`, headers: request.headers() });
    });
    await page.goto(origin);
    await page.evaluate(`openClient(${JSON.stringify(options)})`);
    const opened = new MoltinPage(context, page, requests);
    const signedIn = await opened.call('.Authenticate');
    if (!('result' in signedIn)) throw new Error(`not signed in: ${JSON.stringify(signedIn)}`);
    return opened;
  }

  /** Calls a method by its name, `Resource.Method`, or `.Method` of the client itself. */
  call(name: string, args: readonly unknown[] = []): Promise<PageOutcome> {
    return this.page.evaluate(`callMethod(${JSON.stringify(name)}, ${JSON.stringify(args)})`);
  }

  /** Evaluates an expression in the page. */
  value<T>(expression: string): Promise<T> {
    return this.page.evaluate(expression);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
