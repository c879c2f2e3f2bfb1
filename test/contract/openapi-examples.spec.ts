import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewDocument } from '../../src/app/create-api';
import { ClientsService } from '../../src/modules/access/clients.service';
import { png, upload } from '../builders/image.builder';
import { startStore, type TestStore } from '../support/store';
import { DocumentedWorld, type DocumentedWrite, type Json, writesOf } from '../support/documented-writes';

describe('the examples of the OpenAPI document', () => {
  let store: TestStore;
  let writes: DocumentedWrite[];
  let files: string;
  const world = new DocumentedWorld();
  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'storekeeper-examples-'));
    store = await startStore('sqlite::memory:', { FILES_DIR: files });
    writes = writesOf(await previewDocument());
    const currencies = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies');
    world.ids['currency'] = currencies.body.result[0]?.id ?? '';
    const client = await store.app.get(ClientsService).create('examples', []);
    world.ids['client_id'] = client.clientId;
    world.ids['client_secret'] = client.clientSecret;
  });
  afterAll(async () => {
    await store.close();
    await rm(files, { recursive: true, force: true });
  });

  const prepare = async (id: string, added: unknown): Promise<void> => {
    // An order keeps its payments until they are refunded (orders-and-payments.md 15).
    if (id === 'removeOrder') await store.request('POST', world.path('/v1/checkout/payment/refund/{order_id}'));
    // The same item was removed by its id.
    if (id === 'removeOrderItemBySku')
      await store.request('POST', world.path('/v1/orders/{order_id}/items'), { json: added });
  };
  /** The gateway of the other requests has no settings. */
  const pathOf = (id: string, path: string): string =>
    id === 'updateGatewaySettings' ? path.replace('{slug}', 'stripe') : path;

  it('name every body, and succeed in a store once their ids are those of the store', async () => {
    const failed: string[] = [];
    let sent = 0;
    let added: unknown;
    for (const { method, path, id, examples } of writes) {
      for (const [name, { value }] of Object.entries(examples ?? { none: { value: undefined } })) {
        const json = value === undefined ? undefined : world.fill(value);
        if (id === 'addOrderItem') added = json;
        await prepare(id, added);
        const { status, body } = await store.request<Json>(method, world.path(pathOf(id, path)), {
          ...(id === 'createFile' ? { multipart: upload(png(1, 1), 'a.png') } : { json }),
          headers: world.headersOf(path),
        });
        sent += 1;
        if (status >= 300) failed.push(`${id} ${name}: ${status} ${JSON.stringify(body)}`);
        else if (body['result'] !== undefined) world.learn(id, body['result'] as Json);
      }
    }
    expect(failed).toEqual([]);
    const bare = writes.filter(({ examples }) => examples !== undefined && Object.keys(examples).length === 0);
    expect(bare).toEqual([]);
    expect(sent).toBeGreaterThan(55);
  });
});
