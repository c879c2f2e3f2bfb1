import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer, startRedis } from '../support/private-servers';
import { TEST_SECRETS_KEY } from '../support/store';
import { buildImage, type Stage } from './image.builder';
import { askHealth, Container, mountVolume, sealImage } from './image.container';

const ROOT = resolve(__dirname, '../..');

interface Lock {
  readonly packages: Record<string, { readonly dev?: boolean }>;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const ready = async (port: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  return [answer.status, await answer.json()];
};
const READY = [200, { status: true }];
const UP_TO_DATE = expect.stringContaining('The database is up to date.') as string;

let image: Stage;
// Twice `npm ci` and a build.
beforeAll(() => {
  image = buildImage(join(ROOT, 'deploy/Dockerfile'), { RELEASE: 'v9.1.0-4-g80ce522' });
  sealImage(image);
}, 600_000);
afterEach(() => Container.killAll());

describe('the image', () => {
  it('holds what was built, the packages it needs and no other', () => {
    const app = join(image.folder, image.workdir);
    expect(readdirSync(app).sort()).toEqual(['LICENSE', 'build.mjs', 'data', 'dist', 'node_modules', 'package.json']);
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
    const development = Object.keys(packages).filter((path) => packages[path]?.dev === true);
    expect(development).toContain('node_modules/eslint');
    // An optional peer of one that is needed: npm alone would leave it in.
    expect([...development, 'node_modules/typescript'].filter((path) => existsSync(join(app, path)))).toEqual([]);
    expect(readFileSync(join(app, 'dist/VERSION'), 'utf8')).toMatch(/^9\.1\.0-4-g80ce522\+[\da-f]{12}\n$/);
    const built = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(built.filter((file) => file.includes('.spec.'))).toEqual([]);
    expect(built).toEqual(
      expect.arrayContaining(['src/main.js', 'src/worker.js', 'src/cli/store.js', 'src/cli/health.js']),
    );
  });

  it('cannot be written to by who it runs as', async () => {
    const attempt = `require('node:fs').writeFileSync('dist/written', '')`;
    const { code, output } = await new Container(image, {}, ['-e', attempt]).ended;
    expect([code, /EACCES|EROFS/.test(output)]).toEqual([1, true]);
    const user = `process.stdout.write(String(process.getuid()))`;
    expect((await new Container(image, {}, ['-e', user]).ended).output).not.toBe('0');
  });

  it('runs the embedded store in a volume, is healthy, and ends with 0 on SIGTERM', async () => {
    mountVolume(image, 'data');
    const env = { PORT: await freePort(), DATABASE_URL: 'sqlite:data/store.sqlite' };
    const store = new Container(image, env);
    await store.says('"listening"');
    expect([await ready(env.PORT), await askHealth(image, env)]).toEqual([READY, 0]);
    const { code, output } = await store.stop();
    expect([code, output]).toEqual([0, expect.stringContaining('"stopped"')]);
    expect(await askHealth(image, env)).toBe(1);
    sealImage(image);
  });
});

describeWith(['mariadb', 'redis'], 'the image with servers, written to nowhere', () => {
  let mariaDb: PrivateServer;
  let redis: PrivateServer;
  beforeAll(async () => {
    [mariaDb, redis] = await Promise.all([startDatabase(), startRedis()]);
    await makeDatabase(mariaDb.url, 'shop');
  });
  afterAll(() => Promise.all([mariaDb.stop(), redis.stop()]));

  it('is the migration, the API and the worker, each by its command', async () => {
    const settings = {
      DATABASE_URL: `${mariaDb.url}/shop`,
      REDIS_URL: redis.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
    };
    const migrate = ['dist/src/cli/store.js', 'migrate'];
    const check = () => new Container(image, settings, [...migrate, '--check']).ended;
    expect((await check()).code).toBe(1);
    expect((await new Container(image, settings, migrate).ended).code).toBe(0);
    expect(await check()).toEqual({ code: 0, output: UP_TO_DATE });
    const api = { ...settings, PORT: await freePort() };
    const worker = { ...settings, METRICS_PORT: await freePort() };
    const [serving, working] = [new Container(image, api), new Container(image, worker, ['dist/src/worker.js'])];
    await Promise.all([serving.says('"listening"'), working.says('"working"')]);
    expect([await ready(api.PORT), await ready(worker.METRICS_PORT)]).toEqual([READY, READY]);
    const ask = [...image.health, 'worker'];
    expect([await askHealth(image, api), await askHealth(image, worker, ask)]).toEqual([0, 0]);
    const ended = await Promise.all([serving.stop(), working.stop()]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  });
});
