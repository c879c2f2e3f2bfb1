import { type AddressInfo, type Server, type Socket } from 'node:net';

/** A local server of any kind that remembers who knocked. */
export interface Receiver {
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Resolves when every connection accepted so far has been closed. */
  readonly allClosed: () => Promise<void>;
  /** Ends every connection and the server. */
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port, or on the one given. @param host an address of this machine: `127.0.0.1`, `::` */
export async function startReceiver(server: Server, host: string, port = 0): Promise<Receiver> {
  const open = new Set<Socket>();
  const closings: Promise<void>[] = [];
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    closings.push(
      new Promise((resolve) =>
        socket.once('close', () => {
          open.delete(socket);
          resolve();
        }),
      ),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => closings.length,
    allClosed: async () => void (await Promise.all(closings)),
    close: async () => {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
