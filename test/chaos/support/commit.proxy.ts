import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** Point at which a COMMIT is caught: before the database gets it, or after its response and before the client gets that. */
export type CommitSide = 'before' | 'after';

/** Stands between a client and its database, and can stop the world at a COMMIT. */
export interface CommitProxy {
  readonly port: number;
  /** Resolves when the `count`th COMMIT from now is caught; it goes no further, and neither do later ones. */
  catchCommit(side: CommitSide, count: number): Promise<void>;
  /** Lets everything pass again. */
  release(): void;
  close(): Promise<void>;
}

/** COM_QUERY and its text, as mysql2 sends it: to MySQL with the number of attributes (0) of a query in one set (1). */
const COMMITS = ['\x03COMMIT', '\x03\x00\x01COMMIT'].map((text) => Buffer.from(text));

interface Trap {
  readonly side: CommitSide;
  left: number;
  readonly spring: () => void;
}

export async function startCommitProxy(databasePort: number): Promise<CommitProxy> {
  let trap: Trap | undefined;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = createConnection({ host: '127.0.0.1', port: databasePort });
    let isHeld = false;
    for (const socket of [client, database]) {
      open.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (chunk) => {
      const isCommit = COMMITS.some((commit) => chunk.includes(commit));
      const caught = isCommit && trap !== undefined && (trap.left -= 1) <= 0 ? trap : undefined;
      if (caught === undefined || caught.side === 'after') database.write(chunk);
      if (caught?.side === 'before') caught.spring();
      isHeld ||= caught?.side === 'after';
    });
    database.on('data', (chunk) => {
      if (isHeld) trap?.spring();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    catchCommit: (side, count) => new Promise((resolve) => (trap = { side, left: count, spring: resolve })),
    release: () => (trap = undefined),
    close: async () => {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
