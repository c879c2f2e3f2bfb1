import { readDeployed } from '../support/deploy-files';

describe('deploy/proxy/haproxy.cfg', () => {
  const text = readDeployed('deploy/proxy/haproxy.cfg');
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
    expect(login.subarray(36).toString('latin1')).toBe('haproxy\0\0');
  });

  it('works on one node, and cuts connections to the others when that changes', () => {
    const servers = text.split('\n').filter((line) => line.startsWith('    server '));
    expect(servers.map((line) => line.trim())).toEqual([
      'server db1 "${DATABASE_1}" on-marked-up shutdown-backup-sessions',
      'server db2 "${DATABASE_2}" backup',
      'server db3 "${DATABASE_3}" backup',
    ]);
    expect(/default-server (.*)/.exec(text)?.[1]).toContain('on-marked-down shutdown-sessions');
  });
});
