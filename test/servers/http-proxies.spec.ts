import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { askThrough, startHttpProxy, type Through } from '../support/http-proxies';
import { describeWith } from '../support/left-out';
import { type PrivateServer, startRedis } from '../support/private-servers';
import { type ProxyName } from '../support/programs.cjs';
import { TEST_SECRETS_KEY } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { until } from '../support/until';

const LOGINS = 3;

/** Seconds for which a stopping API goes on: the check of nginx, which has none, would not notice. */
const PROXIES: readonly [ProxyName, string][] = [
  ['haproxy', '4'],
  ['caddy', '4'],
  ['nginx', '0'],
];

beforeAll(ensureBuilt);

describe.each(PROXIES)('%s with the file of deploy/proxy/http', (name, drainSeconds) => {
  describeWith(['mariadb', 'redis', name], 'before two API processes', () => {
    let servers: PrivateServer[];
    let proxy: PrivateServer;
    let apis: [StoreProcess, StoreProcess];
    let token: string;
    const ask = (path: string, sent: { method?: string; form?: Record<string, string>; from?: string } = {}) => {
      const { method = 'GET', form, from } = sent;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      return askThrough(proxy.url + path, { method, headers, body: new URLSearchParams(form ?? {}).toString() });
    };
    let made = 0;
    const makeBrand = (): Promise<Through> => {
      made += 1;
      return ask('/v1/brands', { method: 'POST', form: { title: 'A brand', slug: `brand-${made}` } });
    };

    beforeAll(async () => {
      servers = await Promise.all([startDatabase(), startRedis()]);
      const [database, redis] = servers.map(({ url }) => url) as [string, string];
      await makeDatabase(database, 'shop');
      const env = {
        ...{ DATABASE_URL: `${database}/shop`, REDIS_URL: redis, SECRETS_KEY: TEST_SECRETS_KEY, TRUST_PROXY: 'true' },
        ...{ LOGIN_LIMIT_PER_MINUTE: String(LOGINS), DRAIN_SECONDS: drainSeconds },
      };
      const folder = emptyFolder();
      await runCommand(folder, env, 'migrate');
      token = (await runCommand(folder, env, 'token')).stdout.trim();
      // It gives events their place in the feed.
      const worker = new StoreProcess('worker.js', folder, { ...env, METRICS_PORT: '0' });
      await worker.line(({ msg }) => msg === 'working');
      apis = [await StoreProcess.api(folder, env), await StoreProcess.api(folder, env)];
      const places = apis.map(({ url }) => new URL(url).host) as [string, string];
      proxy = await startHttpProxy(name, places);
    });
    afterAll(async () => {
      await StoreProcess.stopAll();
      await Promise.all([proxy, ...servers].map((server) => server.stop()));
    });

    it('speaks TLS, and leads to the store', async () => {
      const { status, body } = await ask('/v1/brands');
      expect([status, (JSON.parse(body) as { status: boolean }).status]).toEqual([200, true]);
    });

    it('tells the store the address of the client, and not what the client says', async () => {
      const login = (from: string): Promise<Through> =>
        ask('/oauth/access_token', {
          ...{ method: 'POST', from },
          form: { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'wrong' },
        });
      const statuses: number[] = [];
      // Each process counts its own, and a proxy need not give both as many.
      for (let i = 0; i < 2 * LOGINS + 1; i += 1) statuses.push((await login(`203.0.113.${i}`)).status);
      expect(statuses).toContain(429);
    });

    it('sends each event of a stream at once', async () => {
      let text = '';
      const headers = { authorization: `Bearer ${token}` };
      const stream = askThrough(`${proxy.url}/v1/events/stream`, { headers }, (part) => (text += part));
      stream.catch(() => undefined);
      await until('the stream is open', async () => {
        await makeBrand();
        return text.includes('brand.created');
      });
      // Ends with its process in the next test.
      expect(text).toContain('brand.created');
    });

    it('loses no request while one of the processes is stopped', async () => {
      const answers: number[] = [];
      let isOver = false;
      const callers = [0, 1, 2, 3].map(async () => {
        while (!isOver) {
          answers.push((await ask('/v1/brands?limit=1')).status, (await makeBrand()).status);
        }
      });
      await until('requests are under way', () => answers.length > 20);
      apis[0].signal('SIGTERM');
      expect((await apis[0].ended).code).toBe(0);
      const then = answers.length;
      await until('the other one serves', () => answers.length > then + 40);
      isOver = true;
      await Promise.all(callers);
      expect(answers.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    });
  });
});
