/**
 * Lets plain Node run this repository's TypeScript, for benchmarks, chaos runs and child processes of tests:
 * `node --require ./test/support/typescript.register.cjs bench/some.ts`. Types are not checked (`npm run lint -- types` is).
 */
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, { sourceMaps: 'inline' });
  module._compile(code, filename);
};
