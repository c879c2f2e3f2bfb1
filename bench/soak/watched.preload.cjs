/**
 * Loaded before a watched process of the soak, which is started with --expose-gc. On SIGUSR2 it collects garbage and
 * tells on standard output, in one line, what is left. With SOAK_LEAK it keeps each request it gets: a leak on purpose,
 * by which a soak is seen to be able to fail.
 */
const { subscribe } = require('node:diagnostics_channel');

const kept = [];

function tell() {
  // Twice: what had a finalizer is freed by the second.
  global.gc();
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  const resources = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify({ watched: { heapUsed, external, resources } })}\n`);
}

process.on('SIGUSR2', tell);

if (process.env.SOAK_LEAK !== undefined) {
  subscribe('http.server.request.start', ({ request }) => kept.push(request));
}
