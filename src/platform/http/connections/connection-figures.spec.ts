import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Logger } from 'pino';
import { Metrics } from '../../metrics/metrics';
import { tellConnections } from './connection-figures';

describe('connections of the API port (MAX_CONNECTIONS)', () => {
  it('are measured; those beyond the limit are counted, and told in one line a minute', async () => {
    const server = createServer();
    const [metrics, warn] = [new Metrics(), jest.fn()];
    let time = 0;
    server.maxConnections = 2;
    tellConnections(server, metrics, { warn } as unknown as Logger, () => time);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const open = async (): Promise<Socket> => {
      const taken = Promise.race([once(server, 'connection'), once(server, 'drop')]);
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await taken;
      return socket;
    };
    const figures = async (): Promise<unknown> =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('http_connections'));
    const sockets = [await open(), await open()];
    expect(await figures()).toEqual(['http_connections 2', 'http_connections_refused_total 0']);
    for (let i = 0; i < 3; i += 1) sockets.push(await open());
    time = 59_999;
    sockets.push(await open());
    expect(await figures()).toEqual(['http_connections 2', 'http_connections_refused_total 4']);
    const said = 'connections beyond MAX_CONNECTIONS are refused';
    expect(warn.mock.calls).toEqual([[{ refused: 1, limit: 2 }, said]]);
    time = 60_000;
    sockets.push(await open());
    expect(warn.mock.calls.slice(1)).toEqual([[{ refused: 4, limit: 2 }, said]]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
