const alone = require('./test/parts/alone.cjs');

/** `npm test`: the specs that `jest` runs, most of them in a few parts (`test/support/parts.ts`). */
module.exports = {
  ...require('./jest.config.js'),
  testRegex: ['/test/parts/\\d+\\.part\\.ts$', ...alone.map((name) => `/${name.replaceAll('.', '\\.')}$`)],
};
