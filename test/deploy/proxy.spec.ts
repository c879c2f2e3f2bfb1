import { readDeployed } from '../support/deploy-files';

/** The length of the name of the user, and the name of what proves it, as it is sent without a password. */
const FILES = [
  { file: 'haproxy.cfg', user: 'haproxy\0\0' },
  { file: 'haproxy-group-replication.cfg', user: 'haproxy\0\0caching_sha2_password\0' },
];

const serversOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('    server '))
    .map((line) => line.trim());

describe.each(FILES)('deploy/proxy/$file', ({ file, user }) => {
  const text = readDeployed(`deploy/proxy/${file}`);
  const sent = (of: string): Buffer => {
    const [, hex = ''] = new RegExp(`send-binary (\\w+) comment "${of}"`).exec(text) ?? [];
    return Buffer.from(hex, 'hex');
  };

  it('gives the length of the packets that its check sends', () => {
    const [, statement = ''] = /tcp-check send "([^"]+)"/.exec(text) ?? [];
    const login = sent('log in as haproxy');
    const command = sent('a statement follows');
    expect(statement).toMatch(/^SELECT /);
    expect([login.readUIntLE(0, 3), login[3]]).toEqual([login.length - 4, 1]);
    expect([command.readUIntLE(0, 3), command[3], command[4]]).toEqual([statement.length + 1, 0, 3]);
    expect(login.subarray(36).toString('latin1')).toBe(user);
  });

  it('cuts the connections to a node that is not worked on any more', () => {
    expect(/default-server (.*)/.exec(text)?.[1]).toContain('on-marked-down shutdown-sessions');
  });
});

describe('the nodes that are worked on', () => {
  it('are the first that is up with Galera, and the others lose their connections when it is back', () => {
    expect(serversOf(readDeployed('deploy/proxy/haproxy.cfg'))).toEqual([
      'server db1 "${DATABASE_1}" on-marked-up shutdown-backup-sessions',
      'server db2 "${DATABASE_2}" backup',
      'server db3 "${DATABASE_3}" backup',
    ]);
  });

  it('are the primary alone with group replication', () => {
    const text = readDeployed('deploy/proxy/haproxy-group-replication.cfg');
    expect(serversOf(text)).toEqual([
      'server db1 "${DATABASE_1}"',
      'server db2 "${DATABASE_2}"',
      'server db3 "${DATABASE_3}"',
    ]);
    expect(text).toContain("MEMBER_ROLE='PRIMARY'");
  });
});
