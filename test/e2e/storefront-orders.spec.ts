import { Clock } from '../../src/kernel/clock';
import { type Principal } from '../../src/kernel/scopes';
import { OWNED_MS, StorefrontOrdersService } from '../../src/modules/access/storefront-orders.service';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the orders of a page (storefront.md 1)', (engine) => {
  let store: TestStore;
  let orders: StorefrontOrdersService;
  const page = { storefront: { id: 'f'.repeat(64) } } as unknown as Principal;
  const isOwn = (order: string) => orders.isOwn(page.storefront?.id ?? '', order);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    orders = store.app.get(StorefrontOrdersService);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  it('are remembered once, when the same checkout is sent several times at once', async () => {
    expect(await isOwn('7')).toBe(false);
    await Promise.all(Array.from({ length: 5 }, () => orders.remember(page, '7')));
    expect(await isOwn('7')).toBe(true);
  });

  it('are its own for an hour again, when the same checkout is sent after an hour', async () => {
    await orders.remember(page, '8');
    const later = new Date(Date.now() + OWNED_MS + 1_000);
    jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(later);
    expect(await isOwn('8')).toBe(false);
    await orders.remember(page, '8');
    expect(await isOwn('8')).toBe(true);
  });
});
