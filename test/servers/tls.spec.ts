import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSignedCertificate } from '../support/certificate';
import { makeDatabase } from '../support/database';
import { databaseQuery, startDatabase } from '../support/database-server';
import { type PrivateServer } from '../support/private-servers';
import { emptyFolder, type Ended, ensureBuilt, runCommand } from '../support/store.process';

const UNTIL = '491231';

describe('a database that insists on TLS', () => {
  const folder = emptyFolder();
  const file = (name: string): string => join(folder, name);
  const servers: PrivateServer[] = [];

  /** A server with a certificate for a name, and an account of it that is let in over TLS only. */
  async function start(name: string): Promise<PrivateServer> {
    const { cert, key } = selfSignedCertificate(name, UNTIL);
    writeFileSync(file(`${name}.cert.pem`), cert);
    writeFileSync(file(`${name}.key.pem`), key);
    const args = [`--ssl-cert=${file(`${name}.cert.pem`)}`, `--ssl-key=${file(`${name}.key.pem`)}`];
    const server = await startDatabase({ args });
    servers.push(server);
    await makeDatabase(server.url, 'shop');
    await databaseQuery(server.port, "CREATE USER safe@'127.0.0.1' IDENTIFIED BY 'safe' REQUIRE SSL");
    await databaseQuery(server.port, "GRANT ALL ON shop.* TO safe@'127.0.0.1'");
    return server;
  }

  /** Migrates as that account. @param trusted whose certificate Node trusts besides the usual ones */
  function migrate(server: PrivateServer, tls: string, trusted: string): Promise<Ended> {
    const scheme = server.url.split(':', 1)[0] ?? '';
    const env = {
      DATABASE_URL: `${scheme}://safe:safe@localhost:${server.port}/shop`,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_TLS: tls,
      NODE_EXTRA_CA_CERTS: file(`${trusted}.cert.pem`),
    };
    return runCommand(folder, env, 'migrate');
  }

  let own: PrivateServer;
  let other: PrivateServer;
  beforeAll(async () => {
    await ensureBuilt();
    own = await start('localhost');
    other = await start('other.example');
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('is worked with over TLS, and not without', async () => {
    const { code, stderr } = await migrate(own, 'false', 'localhost');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Access denied')]);
    expect(await migrate(own, 'true', 'localhost')).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['whose certificate nobody trusts', () => own, 'other.example', /self-signed certificate/],
    ['whose certificate is for another name', () => other, 'other.example', /Hostname\/IP does not match/],
  ])('is refused when it is one %s', async (_, server, trusted, fault) => {
    const { code, stderr } = await migrate(server(), 'true', trusted);
    expect([code, stderr]).toEqual([1, expect.stringMatching(fault)]);
  });
});
