import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandFaults, readDeployed, SHUTDOWN_SECONDS, unknownSettings } from '../support/deploy-files';

const FOLDER = 'deploy/systemd';
const units = readdirSync(resolve(__dirname, '../..', FOLDER)).filter((file) => file.endsWith('.service'));

/** The values of each key of a unit, in order: keys may stand more than once. */
function keysOf(unit: string): Record<string, string[]> {
  const keys: Record<string, string[]> = {};
  for (const [, key = '', value = ''] of readDeployed(`${FOLDER}/${unit}`).matchAll(/^([A-Za-z]+)=(.*)$/gm)) {
    (keys[key] ??= []).push(value);
  }
  return keys;
}
const all = Object.fromEntries(units.map((unit) => [unit, keysOf(unit)]));
const each = <T>(read: (keys: Record<string, string[]>) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([unit, keys]) => [unit, read(keys)]));
const alike = <T>(value: T): Record<string, T> => each(() => value);
/** The words of a command after `node` and its options; those before it set the environment. */
const argumentsOf = (command: string): string[] => {
  const words = command.split(' ');
  return words.slice(words.indexOf('/usr/bin/node') + 1).filter((word) => word !== '--max-semi-space-size=8');
};

describe('the units of systemd', () => {
  it('run the API, any number of workers, and the migration', () => {
    expect(each(({ ExecStart }) => ExecStart)).toEqual({
      'storekeeper-api.service': ['/usr/bin/node --max-semi-space-size=8 dist/src/main.js'],
      'storekeeper-migrate.service': ['/usr/bin/node dist/src/cli/store.js migrate'],
      'storekeeper-worker@.service': [
        '/usr/bin/env METRICS_PORT=947%i /usr/bin/node --max-semi-space-size=8 dist/src/worker.js',
      ],
    });
    const commands = Object.values(all).flatMap(({ ExecStart = [], ExecStartPre = [] }) => [
      ...ExecStart,
      ...ExecStartPre,
    ]);
    expect(commands).toHaveLength(5);
    expect(commands.flatMap((command) => commandFaults(argumentsOf(command)))).toEqual([]);
  });

  it('start no version before its migrations, and try again until they have run', () => {
    const check = ['/usr/bin/node dist/src/cli/store.js migrate --check'];
    const patient = { ExecStartPre: check, Restart: ['always'], RestartSec: ['5'], StartLimitIntervalSec: ['0'] };
    expect(
      each(({ ExecStartPre, Restart, RestartSec, StartLimitIntervalSec }) => ({
        ExecStartPre,
        Restart,
        RestartSec,
        StartLimitIntervalSec,
      })),
    ).toEqual({
      'storekeeper-api.service': patient,
      'storekeeper-migrate.service': {},
      'storekeeper-worker@.service': patient,
    });
  });

  it('take their settings from one file, and set only settings there are', () => {
    expect(each(({ EnvironmentFile }) => EnvironmentFile)).toEqual(alike(['/etc/storekeeper/storekeeper.env']));
    const files = 'FILES_DIR=/var/lib/storekeeper/files';
    expect(each(({ Environment }) => Environment)).toEqual({
      'storekeeper-api.service': ['NODE_ENV=production', files],
      'storekeeper-migrate.service': ['NODE_ENV=production'],
      'storekeeper-worker@.service': ['NODE_ENV=production', files],
    });
    const named = units.flatMap((unit) => readDeployed(`${FOLDER}/${unit}`).match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
    expect(unknownSettings(named.filter((name) => !['NODE_ENV', 'AF_INET', 'AF_UNIX'].includes(name)))).toEqual([]);
    expect(named).toContain('METRICS_PORT');
    // A secret has no place in a unit, which everybody can read.
    expect(named.filter((name) => name === 'SECRETS_KEY' || name === 'DATABASE_URL').length).toBeGreaterThan(0);
    expect(units.filter((unit) => /(?:SECRETS_KEY|BOOTSTRAP_TOKEN)=/.test(readDeployed(`${FOLDER}/${unit}`)))).toEqual(
      [],
    );
  });

  it('run a command of the store as README.md says: by the same user, in the same place', () => {
    const [command = ''] = /^systemd-run (?:.*\\\n)*.*$/m.exec(readDeployed('deploy/README.md')) ?? [];
    const properties = [...command.matchAll(/-p (\w+)=(\S+)/g)].map(([, key = '', value]) => [key, value]);
    const unit = all['storekeeper-migrate.service'] ?? {};
    expect(properties).toEqual(properties.map(([key = '']) => [key, unit[key]?.[0]]));
    expect(properties.map(([key]) => key).sort()).toEqual([
      'DynamicUser',
      'EnvironmentFile',
      'StateDirectory',
      'StateDirectoryMode',
      'UMask',
      'User',
      'WorkingDirectory',
    ]);
  });

  it('give a stopping process longer than it takes', () => {
    const seconds = ['storekeeper-api.service', 'storekeeper-worker@.service'].map((unit) =>
      Number(all[unit]?.['TimeoutStopSec']?.[0]),
    );
    expect(Math.min(...seconds)).toBeGreaterThan(SHUTDOWN_SECONDS + 5);
    expect(each(({ KillSignal }) => KillSignal)).toEqual(alike(undefined));
  });

  it('may do as little as a process of node can', () => {
    const confinement = (keys: Record<string, string[]>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(keys)
          .filter(([key]) =>
            /^(?:Dynamic|NoNew|Capab|Ambient|Protect|Private|Remove|Restrict|Lock|SystemCall|UMask)/.test(key),
          )
          .map(([key, values]) => [key, values.join(' ')]),
      );
    expect(each(confinement)).toEqual(
      alike({
        DynamicUser: 'yes',
        NoNewPrivileges: 'yes',
        CapabilityBoundingSet: '',
        AmbientCapabilities: '',
        ProtectSystem: 'strict',
        ProtectHome: 'yes',
        ProtectProc: 'invisible',
        ProtectClock: 'yes',
        ProtectHostname: 'yes',
        ProtectControlGroups: 'yes',
        ProtectKernelLogs: 'yes',
        ProtectKernelModules: 'yes',
        ProtectKernelTunables: 'yes',
        PrivateTmp: 'yes',
        PrivateDevices: 'yes',
        PrivateUsers: 'yes',
        RemoveIPC: 'yes',
        RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
        RestrictNamespaces: 'yes',
        RestrictRealtime: 'yes',
        RestrictSUIDSGID: 'yes',
        LockPersonality: 'yes',
        SystemCallArchitectures: 'native',
        SystemCallFilter: '@system-service ~@privileged',
        SystemCallErrorNumber: 'EPERM',
        UMask: '0077',
      }),
    );
  });
});
