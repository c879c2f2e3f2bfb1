import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { ClientsService } from '../../src/modules/access/clients.service';
import { Shop } from '../builders/cart-shop.builder';
import { clientProject } from '../clients/typescript/client-project';
import { startBrowser } from '../support/browser';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

/** A page without a bundler: an import map says where the client's one dependency is. */
const PAGE = `<!doctype html><title>Shop</title>
<script type="importmap">{ "imports": {
  "@storekeeper/client": "/node_modules/@storekeeper/client/dist/esm/index.js",
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"
} }</script>
<script type="module">import * as client from '@storekeeper/client'; window.client = client;</script>`;

describe('the client for TypeScript in a page', () => {
  let browser: Browser;
  let page: Page;
  let store: TestStore;
  let origin: string;
  let close: () => void;

  beforeAll(async () => {
    const folder = await clientProject();
    const server = createServer(({ url = '/' }, response) => {
      if (url === '/') return void response.setHeader('content-type', 'text/html').end(PAGE);
      const file = join(folder, normalize(url));
      const isThere = /\.m?js$/.test(file) && file.startsWith(join(folder, 'node_modules'));
      if (!isThere) return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    store = await startStore('sqlite::memory:', { CORS_ORIGINS: origin }, true);
    browser = await startBrowser();
    page = await browser.newPage();
    await page.goto(origin);
    await page.waitForFunction('window.client !== undefined');
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    close();
    await store.close();
  });

  it('signs in as a public client, sells, and throws errors by code', async () => {
    const shop = await Shop.open(store);
    const product = (await shop.product()).id;
    const { clientId } = await store.app.get(ClientsService).createPublic('page', [origin]);
    const settings = JSON.stringify({ url: store.url, clientId });
    const seen = await page.evaluate(`(async () => {
      const { createClient, isStoreFailure } = window.client;
      const store = createClient(${settings});
      const products = [];
      for await (const { id } of store.list('/v1/products')) products.push(id);
      const path = { cart_id: 'cart-of-a-page-1' };
      const { data } = await store.POST('/v1/carts/{cart_id}', { params: { path }, body: { id: products[0], quantity: 2 } });
      const refused = await store.POST('/v1/carts/{cart_id}/discount', { params: { path }, body: { code: 'NO' } }).catch((it) => it);
      return [products, data.result.total_items, isStoreFailure(refused), refused.code, refused.status, typeof refused.requestId];
    })()`);
    expect(seen).toEqual([[product], 2, true, 'carts.discount_code_refused', 422, 'string']);
  });

  it('reads events as they happen', async () => {
    const settings = JSON.stringify({ url: store.url, token: TEST_TOKEN });
    const seen = await page.evaluate(`(async () => {
      const store = window.client.createClient(${settings});
      const abort = new AbortController();
      const events = store.subscribe({ after: 0, type: ['brand.*'], signal: abort.signal });
      const next = events.next();
      const { data } = await store.POST('/v1/brands', { body: { title: 'B', slug: 'page', status: 1 } });
      const { value } = await next;
      abort.abort();
      return [value.type, value.object_id === data.result.id, (await events.next()).done];
    })()`);
    expect(seen).toEqual(['brand.created', true, true]);
  });
});
