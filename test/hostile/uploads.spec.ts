import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UploadSpool } from '../../src/platform/http/body/upload.spool';
import { png, upload, webp } from '../builders/image.builder';
import { type Fields, type Result } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';
import { type Call, startStore, TEST_TOKEN, type TestStore } from '../support/store';

const MAX = 10_485_760;
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const NO_IMAGE = 'must be a JPEG, PNG, GIF or WebP image';
const NO_SIZE = 'must have a readable width and height of 1 to 65535 pixels each';
const NO_FILE = 'must be a file: its part needs a filename';
const BOUNDARY = 'frontier';

/** Text before the bytes of a file. */
const FILE_HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;

onEachEngine('hostile uploads (storefront.md 10)', (engine) => {
  let store: TestStore;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storekeeper-uploads-'));
    store = await startStore(engine.databaseUrl, { FILES_DIR: folder });
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (call: Call, path = '/v1/files') => store.request<Result<Fields>>('POST', path, call);
  const incoming = async (): Promise<string[]> => readdir(join(folder, 'incoming')).catch(() => []);
  const kept = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name !== 'incoming');
  /** Files of ended requests are removed a moment after the response. */
  const expectNothingLeft = async (): Promise<void> => {
    while ((await incoming()).length > 0) await pause(5);
    expect(await kept()).toEqual([]);
    const { body } = await store.request<Result<unknown[]>>('GET', '/v1/files');
    expect(body.result).toEqual([]);
  };
  const twice = (): FormData => {
    const form = upload(png(1, 1), 'a.png');
    form.append('file', new Blob([new Uint8Array(png(1, 2))]), 'b.png');
    return form;
  };
  const elsewhere = (): FormData => {
    const form = new FormData();
    form.append('picture', new Blob([new Uint8Array(png(1, 1))]), 'a.png');
    return form;
  };
  const withText = (form: FormData, name: string, text: string): FormData => {
    form.append(name, text);
    return form;
  };
  /** A PNG whose header says 2,147,483,647 pixels by as many. */
  const boundless = (): Buffer => Buffer.from(png(1, 1)).fill(Buffer.from('7fffffff', 'hex'), 16, 24);
  const refusals: [string, () => Call, string, string][] = [
    ['a script that is called a picture', () => ({ multipart: upload(SVG, 'a.png') }), 'file', NO_IMAGE],
    ['a page', () => ({ multipart: upload(Buffer.from('<html>GIF89a'), 'a.gif') }), 'file', NO_IMAGE],
    ['an empty file', () => ({ multipart: upload(Buffer.alloc(0), 'a.png') }), 'file', NO_IMAGE],
    ['three bytes of a JPEG', () => ({ multipart: upload(Buffer.from('ffd8ff', 'hex'), 'a.jpg') }), 'file', NO_SIZE],
    ['the signature of a PNG', () => ({ multipart: upload(png(1, 1).subarray(0, 8), 'a.png') }), 'file', NO_SIZE],
    ['the signature of a GIF', () => ({ multipart: upload(Buffer.from('GIF89a'), 'a.gif') }), 'file', NO_SIZE],
    ['the signature of a WebP', () => ({ multipart: upload(webp(1, 1).subarray(0, 12), 'a.webp') }), 'file', NO_SIZE],
    ['a PNG of any size', () => ({ multipart: upload(boundless(), 'a.png') }), 'file', NO_SIZE],
    ['a text in place of the file', () => ({ multipart: withText(new FormData(), 'file', 'a.png') }), 'file', NO_FILE],
    [
      'a file that is a byte too long',
      () => ({ multipart: upload(Buffer.concat([png(1, 1), Buffer.alloc(MAX)]).subarray(0, MAX + 1), 'a.png') }),
      'file',
      `must not be larger than ${MAX} bytes`,
    ],
    ['two files', () => ({ multipart: twice() }), 'file', 'must be one file'],
    ['a file in another field', () => ({ multipart: elsewhere() }), 'picture', 'must not be a file'],
    [
      'no file',
      () => ({ multipart: withText(new FormData(), 'name', 'a') }),
      'file',
      'is required: send it as multipart/form-data',
    ],
    ['no multipart', () => ({ json: { name: 'a' } }), 'file', 'is required: send it as multipart/form-data'],
    [
      'a product that there is not',
      () => ({ multipart: upload(png(1, 1), 'a.png', { assign_to: '911827077212696576' }) }),
      'assign_to',
      'does not exist',
    ],
    [
      'a product that is no id',
      () => ({ multipart: upload(png(1, 1), 'a.png', { assign_to: '../1' }) }),
      'assign_to',
      'must be an id',
    ],
    [
      'a name with control characters',
      () => ({ multipart: upload(png(1, 1), 'a.png', { name: 'a\u0000b' }) }),
      'name',
      'must not hold control characters or broken Unicode',
    ],
    [
      'a field without end',
      () => ({ multipart: withText(upload(png(1, 1), 'a.png'), 'note', 'x'.repeat(5000)) }),
      'note',
      'must be at most 4096 bytes long',
    ],
  ];

  it.each(refusals)('refuses %s and leaves nothing', async (_, call, field, fault) => {
    const { status, body } = await post(call());
    expect([status, body.errors]).toEqual([422, { [field]: [`${field} ${fault}`] }]);
    await expectNothingLeft();
  });

  it.each([
    ['no filename', '; name="file"; filename=""', 'image/png', NO_FILE],
    ['no name', '; filename="a.png"', 'image/png', 'must be the name of the part that holds the file'],
    ['an empty name', '; name=""; filename="a.png"', 'image/png', 'must be the name of the part that holds the file'],
    ['neither', '', 'application/octet-stream', 'must be the name of the part that holds the file'],
  ])('refuses a file with %s', async (_, parameters, type, fault) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data${parameters}\r\nContent-Type: ${type}\r\n\r\n`;
    const answer = await fetch(`${store.url}/v1/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_TOKEN}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body: new Uint8Array(Buffer.concat([Buffer.from(head), png(20, 20), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])),
    });
    const errors = { file: [`file ${fault}`] };
    expect([answer.status, await answer.json()]).toEqual([422, { status: false, error: `file ${fault}`, errors }]);
    await expectNothingLeft();
  });

  it('refuses a file everywhere else', async () => {
    const { status, body } = await post({ multipart: upload(png(1, 1), 'a.png') }, '/v1/brands');
    expect([status, body.errors]).toEqual([422, { file: ['file must not be a file'] }]);
  });

  it('refuses many fields, a body of any size and a stranger', async () => {
    const form = upload(png(1, 1), 'a.png');
    for (let i = 0; i < 30; i += 1) form.append(`field${i}`, 'x');
    expect((await post({ multipart: form })).status).toBe(413);
    expect((await post({ multipart: upload(Buffer.alloc(2 * MAX), 'a.png') })).status).toBe(413);
    expect((await post({ multipart: upload(png(900, 900), 'a.png'), token: null })).status).toBe(401);
    await expectNothingLeft();
  });

  /** Sends the beginning of an upload. @returns the socket, once the file has arrived in part */
  const begun = async (): Promise<Socket> => {
    const before = (await incoming()).length;
    const { hostname, port } = new URL(store.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = `POST /v1/files HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${TEST_TOKEN}\r\n`;
    const type = `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 100000\r\n\r\n`;
    socket.write(`${head}${type}${FILE_HEAD}`);
    socket.write(png(20, 20));
    while ((await incoming()).length === before) await pause(5);
    return socket;
  };

  it('leaves nothing of an upload that is cut off', async () => {
    const socket = await begun();
    socket.destroy();
    await expectNothingLeft();
  });

  it('takes sixteen uploads at once, and more when one ends', async () => {
    const sockets = [];
    for (let i = 0; i < 16; i += 1) sockets.push(await begun());
    const refused = await post({ multipart: upload(png(1, 1), 'a.png') });
    expect([refused.status, refused.headers.get('error-code'), refused.headers.get('retry-after')]).toEqual([
      503,
      'request.too_many_uploads',
      '1',
    ]);
    // Nobody else waits for them.
    expect((await store.request('GET', '/v1/files')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expectNothingLeft();
    const { status, body } = await post({ multipart: upload(png(1, 1), 'a.png') });
    expect(status).toBe(201);
    await store.request('DELETE', `/v1/files/${String(body.result['id'])}`);
    // The bytes are for a worker to remove, and none runs here.
    for (const name of await kept()) await rm(join(folder, name), { recursive: true });
    await expectNothingLeft();
  });

  it('sweeps up what a crash left, and nothing that is arriving', async () => {
    const socket = await begun();
    const [arriving] = await incoming();
    const left = join(folder, 'incoming', 'left');
    await writeFile(left, 'x');
    await utimes(left, new Date(0), new Date(0));
    await store.app.get(UploadSpool).sweep();
    expect(await incoming()).toEqual([arriving]);
    socket.destroy();
    await expectNothingLeft();
  });
});

describe('a disk that takes no more', () => {
  beforeAll(ensureBuilt);
  afterEach(() => StoreProcess.stopAll());

  it('is 503 to an upload, leaves nothing, and is over as soon as there is room', async () => {
    const folder = emptyFolder();
    const files = join(folder, 'pictures');
    await mkdir(files);
    const token = 'upload-token-0123456789-0123456789';
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: token, FILES_DIR: files });
    const send = async (): Promise<unknown[]> => {
      const answer = await fetch(`${store.url}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: upload(Buffer.concat([png(1, 1), Buffer.alloc(8_000_000)]), 'a.png'),
      });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('error-code')];
    };
    const limit = (bytes: string): unknown =>
      execFileSync('prlimit', ['--pid', String(store.pid), `--fsize=${bytes}:`]);
    limit('6000000');
    expect(await send()).toEqual([503, 'request.upload_not_stored']);
    expect(await readdir(join(files, 'incoming'))).toEqual([]);
    limit('unlimited');
    expect(await send()).toEqual([201, null]);
  });
});
