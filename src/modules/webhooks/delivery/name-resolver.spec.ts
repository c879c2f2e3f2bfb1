import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NameServer, startNameServer } from '../../../../test/support/name-server';
import { NameResolver } from './name-resolver';
import { systemNamesIn } from './system-names';

const FEW_MS = 60;

describe('the resolver of webhook hosts (hardening 6)', () => {
  let folder: string;
  let server: NameServer;
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  beforeAll(async () => {
    server = await startNameServer({
      'shop.example': ['192.0.2.1', '192.0.2.2'],
      'gone.example': [],
      'hooks.svc.cluster.local': ['192.0.2.3'],
      'hooks.cluster.local': [],
      hooks: [],
      'many.example': Array.from({ length: 40 }, (_, i) => `192.0.2.${i + 1}`),
    });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'storekeeper-names-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => server.close());

  const resolver = (deadlineMs?: number): NameResolver =>
    new NameResolver({
      servers: [server.address],
      system: systemNamesIn(join(folder, 'hosts'), join(folder, 'resolv.conf')),
      deadlineMs,
    });

  it('returns what the name server says, at most 16 addresses', async () => {
    expect(await resolver().resolve('shop.example')).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(await resolver().resolve('many.example')).toHaveLength(16);
    await expect(resolver().resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('gives up at its deadline', async () => {
    await expect(resolver(FEW_MS).resolve('dead.example')).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('honours /etc/hosts before any name server, also after a change', async () => {
    file(
      'hosts',
      '# comment\n192.0.2.9\tSHOP.example  other # here\n2001:db8::9 shop.example\nnonsense shop.example\n',
    );
    const one = resolver();
    expect(await one.resolve('shop.example')).toEqual(['192.0.2.9', '2001:db8::9']);
    expect(await one.resolve('other.')).toEqual(['192.0.2.9']);
    file('hosts', '');
    expect(await one.resolve('shop.example')).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it.each(['localhost', 'hooks.localhost', 'LOCALHOST.'])('never asks a name server for %s', async (name) => {
    const before = server.asked().length;
    expect(await resolver().resolve(name)).toEqual(['127.0.0.1', '::1']);
    expect(server.asked()).toHaveLength(before);
  });

  it('tries the search domains of resolv.conf, for a short name first', async () => {
    file('resolv.conf', 'domain ignored\nnameserver 192.0.2.53\nsearch cluster.local svc.cluster.local\n');
    expect(await resolver().resolve('hooks')).toEqual(['192.0.2.3']);
    expect(await resolver().resolve('shop.example')).toEqual(['192.0.2.1', '192.0.2.2']);
    await expect(resolver().resolve('gone.example.')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('leaves the look-ups of the database and of healthy hosts alone, with 50 dead names', async () => {
    const one = resolver();
    let ended = 0;
    const dead = Array.from({ length: 50 }, (_, i) =>
      one.resolve(`dead-${i}.example`).catch(() => {
        ended += 1;
      }),
    );
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await one.resolve('shop.example')).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(ended).toBe(0);
    await Promise.all(dead);
    expect(ended).toBe(50);
  });
});
