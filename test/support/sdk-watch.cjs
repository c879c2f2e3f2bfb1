const { isMainThread } = require('node:worker_threads');

/** For `node --require`: says at the end of a process whether it loaded the SDK of OpenTelemetry. Its threads say nothing. */
if (isMainThread) {
  process.on('exit', () => {
    const loaded = Object.keys(require.cache).filter((file) => /@opentelemetry[/\\](?!api[/\\])/.test(file));
    process.stderr.write(`modules of the SDK: ${loaded.length === 0 ? 'none' : 'some'}\n`);
  });
}
