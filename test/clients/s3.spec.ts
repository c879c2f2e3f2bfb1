import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Retention } from '../../src/platform/retention/retention';
import { png, upload } from '../builders/image.builder';
import { onEachEngine } from '../support/engines';
import { type S3Server, startS3 } from '../support/s3.server';
import { startStore, type TestStore } from '../support/store';

interface Uploaded {
  readonly result: { readonly id: string; readonly segments: { readonly suffix: string } };
}

const UNAVAILABLE = { status: false, error: 'The storage of files does not respond, try again later' };

onEachEngine('files in a bucket (storefront.md 10)', (engine) => {
  let server: S3Server;
  let folder: string;
  let store: TestStore;
  let other: TestStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storekeeper-s3-'));
    server = await startS3(join(folder, 'bucket'));
    store = await startStore(engine.databaseUrl, { ...server.env, FILES_DIR: join(folder, 'here') }, true);
    // Another machine: nothing in common but the database and the bucket.
    other = await startStore(engine.databaseUrl, { ...server.env, FILES_DIR: join(folder, 'there') });
  });
  afterAll(async () => {
    await Promise.all([store.close(), other.close()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (bytes: Buffer) => store.request<Uploaded>('POST', '/v1/files', { multipart: upload(bytes, 'a.png') });
  const objects = async (): Promise<string[]> => {
    const names = await readdir(join(folder, 'bucket', 'pictures'), { recursive: true });
    return names.filter((name) => name.endsWith('_object'));
  };

  it('are served by a machine that did not take the upload, and removed from the bucket', async () => {
    const bytes = png(120, 80, 5);
    const { status, body } = await post(bytes);
    expect([status, (await objects()).length]).toEqual([201, 1]);
    const answer = await fetch(`${other.url}${body.result.segments.suffix}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect((await post(bytes)).status).toBe(201);
    expect(await objects()).toHaveLength(1);

    expect((await store.request('DELETE', `/v1/files/${body.result.id}`)).status).toBe(200);
    await store.app.get(Retention).settle();
    expect(await objects()).toHaveLength(1);
    const listed = await store.request<{ result: { id: string }[] }>('GET', '/v1/files');
    const [left] = listed.body.result;
    expect((await store.request('DELETE', `/v1/files/${left?.id ?? ''}`)).status).toBe(200);
    await store.app.get(Retention).settle();
    expect(await objects()).toEqual([]);
    expect((await fetch(`${other.url}${body.result.segments.suffix}`)).status).toBe(404);
  });

  describe('when the bucket does not respond', () => {
    let silent: Server;
    let cut: TestStore;

    beforeAll(async () => {
      silent = createServer(() => undefined);
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as AddressInfo;
      const env = {
        ...server.env,
        FILES_ENDPOINT: `http://127.0.0.1:${port}`,
        FILES_DEADLINE_SECONDS: '1',
        FILES_DIR: join(folder, 'cut'),
      };
      cut = await startStore(engine.databaseUrl, env);
    });
    afterAll(async () => {
      await cut.close();
      silent.closeAllConnections();
      silent.close();
    });

    it('an upload and a picture are 503, and no file is left', async () => {
      const kept = await post(png(3, 3, 1));
      const refused = await cut.request('POST', '/v1/files', { multipart: upload(png(3, 3, 2), 'a.png') });
      expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([503, UNAVAILABLE, '5']);
      const picture = await fetch(`${cut.url}${kept.body.result.segments.suffix}`);
      expect([picture.status, await picture.json(), picture.headers.get('cache-control')]).toEqual([
        503,
        UNAVAILABLE,
        'no-store',
      ]);
      const listed = await store.request<{ result: { id: string }[] }>('GET', '/v1/files');
      expect(listed.body.result.map(({ id }) => id)).toEqual([kept.body.result.id]);
    });
  });
});
