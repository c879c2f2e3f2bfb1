import { standingOf } from './database-servers';

describe('standingOf', () => {
  const galera = (ready: string, state: string): [string, string][] => [
    ['read_only', 'OFF'],
    ['wsrep_on', 'ON'],
    ['wsrep_ready', ready],
    ['wsrep_local_state', state],
  ];

  it.each<[string, [string, string][], string]>([
    ['a server by itself', [['read_only', 'OFF']], 'ready'],
    ['a MariaDB without Galera', [...galera('OFF', '0'), ['wsrep_on', 'OFF']], 'ready'],
    ['a replica', [['read_only', 'ON']], 'down'],
    ['a node in step', galera('ON', '4'), 'ready'],
    ['a node that sends its data to another', galera('ON', '2'), 'donor'],
    ['a node that joins', galera('ON', '1'), 'down'],
    ['a node that has joined and is behind', galera('ON', '3'), 'down'],
    ['a node without the majority', galera('OFF', '4'), 'down'],
    ['a node that is read only', [...galera('ON', '4'), ['read_only', 'ON']], 'down'],
  ])('of %s', (_, variables, standing) => {
    expect(standingOf(new Map(variables))).toBe(standing);
  });
});
