import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createPool, type Pool } from 'mysql2/promise';

/** The address of a floor's database, and its connections to a server. */
export interface FloorDatabase {
  readonly databaseUrl: string;
  readonly poolSize: number;
}

/** Connections as the store has them: REPEATABLE READ locks the gaps that other checkouts write into. */
export function floorPool({ databaseUrl, poolSize }: FloorDatabase): Pool {
  const uri = databaseUrl.replace(/^mariadb:/, 'mysql:');
  const options = { uri, connectionLimit: poolSize, timezone: 'Z', supportBigNumbers: true, charset: 'utf8mb4' };
  const pool = createPool(options);
  pool.on('connection', (connection) => connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'));
  return pool;
}

/**
 * Serves a floor with plain node:http on a free port, which it prints.
 * @param act gets the parts of the path, `/<operation>/<asked>`, and resolves to the result that is answered
 */
export function serveFloor(act: (operation: string, asked: string) => Promise<unknown>): void {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for await (const _ of request);
    const [, operation = '', asked = ''] = (request.url ?? '').split('/');
    const result = await act(operation, asked);
    const body = JSON.stringify({ status: true, result }, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`port ${address !== null && typeof address === 'object' ? address.port : 0}\n`);
  });
}
