import Bull from 'bull';
import { Agent } from 'undici';
import { FLOOR_BODY, FLOOR_QUEUE } from './webhook-floor';

/** The floor with Redis: a bare Bull worker, 64 at once, that posts a body and forgets about it. */
const [redisUrl = '', receiver = '', atOnce = '64'] = process.argv.slice(2);
const agent = new Agent();
const headers = { 'content-type': 'application/json' };

async function post(): Promise<void> {
  const response = await agent.request({ origin: receiver, path: '/', method: 'POST', headers, body: FLOOR_BODY });
  await response.body.dump();
}

const queue = new Bull(FLOOR_QUEUE, redisUrl);
queue.process(Number(atOnce), post).catch((error: unknown) => {
  throw error;
});
queue.isReady().then(
  () => process.stdout.write('port 0\n'),
  (error: unknown) => {
    throw error;
  },
);
