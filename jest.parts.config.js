const { alone } = require('./test/parts/apart.cjs');

/** `npm test`: the specs that `jest` runs but the long ones, most of them in a few parts (`test/support/parts.ts`). */
module.exports = {
  ...require('./jest.config.js'),
  testRegex: ['/test/parts/\\d+\\.part\\.ts$', ...alone.map((name) => `/${name.replaceAll('.', '\\.')}$`)],
};
