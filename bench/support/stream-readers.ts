import { Agent, request as send } from 'node:http';
import { happenedAt, Lags, serveLags } from './lags';

/** Readers of the stream of events as a process of their own: they tell how long after the events these came. */
const [url = '', token = '', readers = '1'] = process.argv.slice(2);
const lags = new Lags();
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** The id of the event; a line may be cut by the end of a chunk. */
const ID = /^data: *\{"id":"([0-9a-f-]{36})"/;

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const request = send(`${url}/v1/events/stream`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream answered ${response.statusCode}`));
      resolve();
      let rest = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const [, id] = ID.exec(line) ?? [];
          if (id !== undefined) lags.came(happenedAt(id));
        }
      });
    });
    request.on('error', reject);
    request.end();
  });
}

Promise.all(Array.from({ length: Number(readers) }, read)).then(
  () => serveLags(lags, (_, response) => void response.writeHead(405).end()),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
