import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { takeWaiting } from './stop-listening';

const CLIENTS = 20;
/** Connects so many times, says when the kernel has accepted all, sends a request on each, and posts what came back. */
const CALLER = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, clients, accepted } } = require('node:worker_threads');
  const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1'));
  Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve)))).then(() => {
    const answers = sockets.map((socket) => new Promise((resolve) => {
      socket.once('data', (data) => resolve(String(data).split('\\r\\n')[0]));
      socket.once('error', ({ code }) => resolve(code));
      socket.once('end', () => resolve('ended'));
      socket.write('POST / HTTP/1.1\\r\\nHost: store\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n');
    }));
    Atomics.store(accepted, 0, 1);
    Atomics.notify(accepted, 0);
    Promise.all(answers).then((all) => parentPort.postMessage(all));
  });
`;

describe('a server that stops', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer((_, response) => response.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  /** Returns the answers to clients whose connections the kernel has accepted and this process has not seen. */
  const waiting = (): Promise<string[]> => {
    const accepted = new Int32Array(new SharedArrayBuffer(4));
    const { port } = server.address() as AddressInfo;
    const caller = new Worker(CALLER, { eval: true, workerData: { port, clients: CLIENTS, accepted } });
    const answers = once(caller, 'message').then(([all]) => all as string[]);
    // The event loop stands still, so that the server takes none.
    Atomics.wait(accepted, 0, 0, 30_000);
    return answers;
  };

  it('answers the connections that wait, of which each turn of the event loop takes one', async () => {
    const answers = waiting();
    await takeWaiting(server);
    const closed = once(server, 'close');
    server.close();
    expect(await answers).toEqual(new Array(CLIENTS).fill('HTTP/1.1 200 OK'));
    await closed;
  });

  it('resets them without that', async () => {
    const answers = waiting();
    server.close();
    expect(await answers).not.toContain('HTTP/1.1 200 OK');
  });
});
