import { readFileSync } from 'node:fs';
import { type Browser } from 'playwright-core';
import { ClientsService } from '../../src/modules/access/clients.service';
import { reasonsBelow, rowsBelow } from '../clients/clients-page';
import { LOCAL, type MethodCase, REFUSED, WORKS } from '../clients/every-method.table';
import { EveryMethodWorld, expectShown, type Shopper } from '../clients/every-method.world';
import { startBrowser } from '../support/browser';
import { onEachEngine } from '../support/engines';
import { methodsOfBuild, MoltinPage, type PageServer, startPages } from '../support/moltin-page';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';
import { startTlsFront, type TlsFront } from '../support/tls-front';
import { IN_PAGES, REFUSED_TO_PAGES } from './pages.table';

const METHODS = methodsOfBuild();
const ALWAYS_REFUSED = Object.values(REFUSED).flat();

/** The two ways in which a page has a token, and the methods that are refused to it. */
const KINDS = [
  ['a token of its own', { public: true, refused: [...ALWAYS_REFUSED, ...Object.values(REFUSED_TO_PAGES).flat()] }],
  ['a token from an id and a secret', { public: false, refused: ALWAYS_REFUSED }],
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it('docs/clients.md names the methods that are refused to pages, and counts them', () => {
  expect(reasonsBelow('Methods that are refused to pages')).toEqual(REFUSED_TO_PAGES);
  const counts = KINDS.map(([kind, { refused }]) => {
    const count = METHODS.filter((name) => refused.includes(name)).length;
    return [`\`moltin.js\`, with ${kind}`, METHODS.length, METHODS.length - count, count].map(String);
  });
  expect(rowsBelow('How many methods work').slice(2)).toEqual(counts);
});

it('is the same file in 1.0.4', () => {
  const [newer, older] = [require.resolve('moltin/dist/moltin.js'), require.resolve('moltin-1.0.4/dist/moltin.js')];
  expect(readFileSync(older, 'utf8')).toBe(readFileSync(newer, 'utf8'));
});

onEachEngine('the browser build of moltin@1.0.5', (engine) => {
  let store: TestStore;
  let front: TlsFront;
  let pages: PageServer;
  let ownTools: PageServer;
  let world: EveryMethodWorld;
  let publicId: string;
  let shopper: Shopper = { cart: '' };
  let number = 0;

  beforeAll(async () => {
    [pages, ownTools] = await Promise.all([startPages(), startPages()]);
    // A token with a secret behind it is for pages of the shop's own tools alone.
    const env = { RATE_LIMIT_PER_MINUTE: '0', STOREFRONT_TOKENS_PER_MINUTE: '1000', CORS_ORIGINS: ownTools.origin };
    store = await startStore(engine.databaseUrl, env);
    front = await startTlsFront(store.url);
    world = await EveryMethodWorld.of(store, () => shopper);
    ({ clientId: publicId } = await store.app.get(ClientsService).createPublic('pages', [pages.origin]));
  });
  afterAll(async () => {
    await Promise.all([front.close(), pages.close(), ownTools.close()]);
    await store.close();
  });

  describe.each(KINDS)('with %s', (_, { public: isPublic, refused }) => {
    let client: MoltinPage;
    let token: string | undefined;

    beforeAll(async () => {
      const options = { publicId, url: front.host };
      client = isPublic
        ? await MoltinPage.open(browser, pages.origin, options)
        : await MoltinPage.open(browser, ownTools.origin, options, TEST_TOKEN);
      token = isPublic ? await client.value<string>("moltin.options.auth.token.replace('Bearer ', '')") : undefined;
    });
    beforeEach(async () => {
      shopper = { cart: `cart-of-a-page-${(number += 1)}`, ...(token === undefined ? {} : { token }) };
      await client.call('Cart.Identifier', [true, shopper.cart]);
      client.requests.splice(0);
    });
    afterAll(() => client.close());

    const caseOf = (name: string): MethodCase =>
      (isPublic ? IN_PAGES[name] : undefined) ?? WORKS[name] ?? { args: () => ['1', '1'], shows: null };
    const works = METHODS.filter((name) => !refused.includes(name) && !LOCAL.includes(name));

    it('has the methods of the package', async () => {
      expect(await client.value('methodNames()')).toEqual(METHODS);
    });

    it.each(works)('%s works', async (name) => {
      const { args, shows } = caseOf(name);
      const outcome = await client.call(name, await world.given(args));
      expect(outcome).toHaveProperty('result');
      expectShown('result' in outcome ? outcome.result : undefined, shows);
    });

    it.each(METHODS.filter((name) => refused.includes(name)))('%s is refused', async (name) => {
      const outcome = await client.call(name, await world.given(caseOf(name).args));
      expect(outcome).toEqual({ errors: expect.any(String) as unknown, status: isPublic && name in WORKS ? 403 : 404 });
    });

    it.each(METHODS.filter((name) => LOCAL.includes(name)))('%s sends nothing', async (name) => {
      expect(await client.call(name, [LOCAL.indexOf(name) === 0 ? false : 'GBP'])).toHaveProperty('result');
      expect(client.requests).toEqual([]);
    });

    it('sends the currency and the language that were set, and waits for an answer when it has no callback', async () => {
      await client.call('Currency.Set', ['GBP']);
      await client.call('Language.Set', ['en']);
      await client.value('void (window.listed = moltin.Tax.List(null))');
      expect(await client.value('listed.map(({ rate }) => rate)')).toContain(20);
      expect(client.requests).toEqual([
        {
          line: 'GET /v1/taxes',
          headers: expect.objectContaining({ 'x-currency': 'GBP', 'x-language': 'en' }) as unknown,
        },
      ]);
    });
  });
});
