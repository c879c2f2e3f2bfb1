import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { createApi } from '../../src/app/create-api';
import { prepareStore } from '../../src/app/prepare-store';
import { png, upload } from '../builders/image.builder';
import { onEachEngine } from '../support/engines';
import { emptyFolder } from '../support/store.process';
import { TEST_TOKEN, testConfig } from '../support/store';
import { fillFromTemplate } from '../support/template';
import { until } from '../support/until';

type Line = Record<string, unknown>;

/** A way to the server of a database that can be cut. */
class Way {
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async to({ port, hostname }: URL): Promise<Way> {
    const way: Way = new Way(
      createServer((socket) => {
        const onwards = connect(Number(port), hostname);
        for (const end of [socket, onwards]) way.sockets.add(end.on('error', () => undefined));
        socket.pipe(onwards).pipe(socket);
      }),
    );
    await once(way.server.listen(0, '127.0.0.1'), 'listening');
    return way;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

onEachEngine('the log lines of requests that failed', (engine) => {
  let app: NestExpressApplication;
  let way: Way | undefined;
  let url: string;
  let folder: string;
  const lines: Line[] = [];

  beforeAll(async () => {
    folder = emptyFolder();
    await fillFromTemplate(engine.databaseUrl);
    const database = new URL(engine.databaseUrl);
    if (engine.name !== 'sqlite') {
      way = await Way.to(database);
      database.port = String(way.port);
    }
    const databaseUrl = engine.name === 'sqlite' ? engine.databaseUrl : database.href;
    const config = testConfig(databaseUrl, { FILES_DIR: folder });
    const requests = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
    ({ app } = await createApi(config, pino({ level: 'silent' }), requests));
    await prepareStore(app);
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    way?.cut();
    await app.close();
  });

  /** The line of a request, without its times. */
  const lineOf = async (method: string, path: string, body?: FormData | URLSearchParams): Promise<Line> => {
    const requestId = `${method}-${lines.length}`;
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'x-request-id': requestId };
    await (await fetch(url + path, { method, headers, body })).arrayBuffer();
    const find = (): Line[] => lines.filter((line) => line['requestId'] === requestId);
    await until('its line is there', async () => find().length > 0);
    const [{ level: _, time: __, ms: ___, requestId: ____, ...line } = {}, ...others] = find();
    expect(others).toEqual([]);
    return line;
  };

  it('have the code of the error, as the header Error-Code has', async () => {
    expect([await lineOf('GET', '/v1/orders/1'), await lineOf('GET', '/v1/brands')]).toEqual([
      {
        ...{ method: 'GET', path: '/v1/orders/1', status: 404, client: 'bootstrap', msg: 'request' },
        errorCode: 'orders.not_found',
      },
      { method: 'GET', path: '/v1/brands', status: 200, client: 'bootstrap', msg: 'request' },
    ]);
  });

  it('say why a file could not be read', async () => {
    const image = png(4, 3);
    await lineOf('POST', '/v1/files', upload(image, 'a.png'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    const path = `/files/${createHash('sha256').update(image).digest('hex')}.png`;
    expect(await lineOf('GET', path)).toEqual({
      ...{ method: 'GET', path, status: 503, msg: 'request' },
      errorCode: 'files.storage_unavailable',
      cause: {
        type: 'Error',
        code: 'ENOTDIR',
        reason: expect.stringMatching(/^ENOTDIR: not a directory, open/) as string,
      },
    });
  });

  if (engine.name === 'sqlite') return;
  it('say why the database could not be used', async () => {
    const port = way?.port;
    way?.cut();
    await lineOf('GET', '/v1/categories');
    const cause = {
      type: 'Error',
      code: 'ECONNREFUSED',
      reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
    };
    const failed = { status: 503, errorCode: 'database.unavailable', cause, msg: 'request' };
    const brand = new URLSearchParams({ title: 'a-value', slug: 'a-value' });
    expect([
      await lineOf('GET', '/health/ready'),
      await lineOf('GET', '/v1/brands?q=a-value'),
      await lineOf('POST', '/v1/brands', brand),
    ]).toEqual([
      { ...failed, method: 'GET', path: '/health/ready' },
      { ...failed, method: 'GET', path: '/v1/brands', client: 'bootstrap' },
      { ...failed, method: 'POST', path: '/v1/brands', client: 'bootstrap' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('a-value');
  });
});
