import { createConnection } from 'node:net';

/**
 * Sends commands, one a line in Redis' inline form, and resolves with all the server answered, as it came.
 * Enough for tests to ask and to clean up without a client library of their own; arguments hold no blanks.
 * @throws when the server cannot be reached, does not answer within 2 s or answers with an error.
 */
export function redisCommand(url: string, ...commands: readonly string[]): Promise<string> {
  const { hostname, port, password, pathname } = new URL(url);
  const login = password ? [`AUTH ${decodeURIComponent(password)}`] : [];
  const database = pathname.length > 1 ? [`SELECT ${pathname.slice(1)}`] : [];
  const lines = [...login, ...database, ...commands, 'QUIT'];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection({ host: hostname, port: Number(port || 6379) });
    socket.setEncoding('utf8').setTimeout(2000, () => socket.destroy(new Error(`no answer from ${url}`)));
    socket.on('connect', () => socket.write(lines.join('\r\n') + '\r\n'));
    socket.on('data', (text) => (answer += String(text)));
    socket.on('error', reject);
    // QUIT makes the server close: everything has been answered by then.
    socket.on('close', () => {
      const error = /^-(.*)\r$/m.exec(answer);
      if (error) reject(new Error(`Redis: ${error[1]}`));
      else resolve(answer);
    });
  });
}
