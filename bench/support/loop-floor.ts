import { createServer } from 'node:http';
import { Agent } from 'undici';
import { FLOOR_BODY } from './webhook-floor';

/** The floor in process: loops, 64 at once, that post a body and forget about it. A request says how often. */
const [receiver = '', atOnce = '64'] = process.argv.slice(2);
const agent = new Agent();
const headers = { 'content-type': 'application/json' };

async function run(count: number): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const response = await agent.request({ origin: receiver, path: '/', method: 'POST', headers, body: FLOOR_BODY });
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, loop));
}

const server = createServer((request, response) => {
  run(Number(request.url?.slice(1))).then(
    () => response.end(),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});
