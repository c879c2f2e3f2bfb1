import { parseConfig } from '../../src/platform/config/config';
import {
  commandFaults,
  environmentFile,
  readDeployed,
  readYaml,
  SECRET_SETTINGS,
  SHUTDOWN_SECONDS,
  unknownSettings,
} from '../support/deploy-files';

const FILE = 'deploy/compose.yaml';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command: string[];
  readonly environment: Record<string, string>;
  readonly env_file?: string[];
  readonly healthcheck: { readonly test?: string[]; readonly disable?: boolean };
  readonly depends_on?: Record<string, { condition: string }>;
  readonly networks: string[];
  readonly ports?: string[];
  readonly stop_grace_period?: string;
  readonly restart: string;
  readonly read_only: boolean;
  readonly cap_drop: string[];
  readonly security_opt: string[];
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly networks: Record<string, { internal?: boolean } | null>;
}

const { services, networks } = readYaml<Compose>(FILE);
const own = ['migrate', 'api', 'worker'] as const;
const of = (name: string): Service => {
  const service = services[name];
  if (service === undefined) throw new TypeError(`no service ${name}`);
  return service;
};
const each = <T>(read: (service: Service) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(services).map(([name, service]) => [name, read(service)]));
/** Variables that compose itself fills in: `${NAME}`, `${NAME:-default}`, `${NAME:?what to do}`. */
const filledIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '')),
];
const example = environmentFile(readDeployed('deploy/.env.example'));

describe('deploy/compose.yaml', () => {
  it('runs the migration, the API and the workers from one image, each by its command', () => {
    expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'mysql', 'redis', 'worker']);
    const images = new Set(own.map((name) => JSON.stringify([of(name).image, of(name).build])));
    const built = { context: '..', dockerfile: 'deploy/Dockerfile', args: { RELEASE: '${RELEASE:-}' } };
    expect([...images]).toEqual([JSON.stringify(['storekeeper:latest', built])]);
    expect(own.map((name) => of(name).command)).toEqual([
      ['dist/src/cli/store.js', 'migrate'],
      ['dist/src/main.js'],
      ['dist/src/worker.js'],
    ]);
    expect(own.flatMap((name) => commandFaults(of(name).command))).toEqual([]);
  });

  it('starts servers first, then the migration once, then the rest', () => {
    const healthy = { condition: 'service_healthy' };
    const all = { mysql: healthy, redis: healthy, migrate: { condition: 'service_completed_successfully' } };
    expect(each((service) => service.depends_on)).toEqual({
      mysql: undefined,
      redis: undefined,
      migrate: { mysql: healthy },
      api: all,
      worker: all,
    });
    expect(each(({ restart }) => restart)).toEqual({
      mysql: 'unless-stopped',
      redis: 'unless-stopped',
      migrate: 'no',
      api: 'unless-stopped',
      worker: 'unless-stopped',
    });
  });

  it('asks each service whether it is well with a program its image has', () => {
    const asked = each(({ healthcheck }) => healthcheck.test ?? healthcheck.disable);
    expect(asked).toEqual({
      mysql: ['CMD-SHELL', expect.stringMatching(/^mysqladmin ping --silent --host=127\.0\.0\.1 /)],
      redis: ['CMD-SHELL', 'redis-cli ping | grep -q PONG'],
      migrate: true,
      api: ['CMD', 'node', 'dist/src/cli/health.js'],
      worker: ['CMD', 'node', 'dist/src/cli/health.js', 'worker'],
    });
    for (const name of ['api', 'worker']) expect(commandFaults(of(name).healthcheck.test?.slice(2) ?? [])).toEqual([]);
  });

  it('confines every service', () => {
    const confined = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
    expect(each(({ read_only, cap_drop, security_opt }) => ({ read_only, cap_drop, security_opt }))).toEqual(
      each(() => confined),
    );
    expect(Object.keys(services).filter((name) => 'privileged' in of(name) || 'cap_add' in of(name))).toEqual([]);
  });

  it('publishes the API alone, on this machine; the servers are in a network without a way out', () => {
    expect(each(({ ports }) => ports)).toEqual({ api: ['${PUBLISH:-127.0.0.1:3000}:3000'] });
    expect(networks).toEqual({ data: { internal: true }, outside: null });
    expect(each((service) => service.networks)).toEqual({
      mysql: ['data'],
      redis: ['data'],
      migrate: ['data', 'outside'],
      api: ['data', 'outside'],
      worker: ['data', 'outside'],
    });
  });

  it('has a Redis that refuses when it is full and keeps what it has over a restart', () => {
    expect(of('redis').command.join(' ')).toContain('--maxmemory-policy noeviction');
    expect(of('redis').command.join(' ')).toContain('--appendonly yes');
  });

  it('pins what it does not build', () => {
    expect(['mysql', 'redis'].map((name) => of(name).image)).toEqual(['mysql:8.4', 'redis:7-bookworm']);
  });

  it('gives only settings there are, and with them the store starts', () => {
    const { environment } = of('api');
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    for (const name of own) expect(of(name).environment).toEqual(environment);
    expect(of('worker').env_file).toEqual(['.env']);
    const secrets = {
      DATABASE_URL: 'mysql://store:x@mysql:3306/store',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect(parseConfig({ ...environment, ...secrets })).toMatchObject({
      http: { host: '0.0.0.0', port: 3000 },
      redisUrl: 'redis://redis:6379',
      metrics: { port: 9464 },
    });
  });

  it('holds no secret: they are filled in from .env, whose example has their names', () => {
    const { environment } = of('api');
    expect([
      environment['DATABASE_URL'],
      environment['SECRETS_KEY'],
      of('mysql').environment['MYSQL_PASSWORD'],
    ]).toEqual([
      'mysql://store:${MYSQL_PASSWORD:?set it in .env}@mysql:3306/store',
      '${SECRETS_KEY:?set it in .env}',
      '${MYSQL_PASSWORD:?set it in .env}',
    ]);
    expect(filledIn(readDeployed(FILE)).filter((name) => !Object.hasOwn(example, name))).toEqual([]);
    const compose = ['MYSQL_PASSWORD', 'PUBLISH', 'RELEASE'];
    expect(unknownSettings(Object.keys(example).filter((name) => !compose.includes(name)))).toEqual([]);
    const secrets = Object.keys(example).filter((name) => name === 'MYSQL_PASSWORD' || isSecret(name));
    expect(secrets.map((name) => [name, example[name]])).toEqual([
      ['MYSQL_PASSWORD', ''],
      ['SECRETS_KEY', ''],
      ['BOOTSTRAP_TOKEN', ''],
    ]);
  });

  it('says in the example which settings it leaves no choice of', () => {
    const [, list = ''] = /compose\.yaml sets itself: ([^.]+)\./.exec(readDeployed('deploy/.env.example')) ?? [];
    const fixed = Object.keys(of('api').environment).filter((name) => !Object.hasOwn(example, name));
    expect(list.match(/[A-Z_]+/g)).toEqual(fixed);
  });

  it('waits longer for a stopping process than that waits for what is under way', () => {
    const { environment, stop_grace_period: grace = '' } = of('api');
    expect(Number(environment['SHUTDOWN_SECONDS'])).toBe(SHUTDOWN_SECONDS);
    for (const name of own) expect(of(name).stop_grace_period).toBe(grace);
    expect(Number(/^(\d+)s$/.exec(grace)?.[1])).toBeGreaterThan(SHUTDOWN_SECONDS + 5);
  });
});

function isSecret(name: string): boolean {
  return SECRET_SETTINGS.some((secret) => secret === name);
}
