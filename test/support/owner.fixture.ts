import { startRedis } from './private-servers';

/** A process that owns a run folder with a server in it and never ends by itself: tests end it, kindly or not. */
void startRedis().then((server) => {
  process.stdout.write(JSON.stringify({ pid: server.pid, folder: server.folder }) + '\n');
  process.stdin.resume();
});
