const { long } = require('./test/parts/apart.cjs');

/** `npm run test:long`: the specs that `npm test` leaves out. */
module.exports = {
  ...require('./jest.config.js'),
  testRegex: long.map((name) => `/${name.replaceAll('.', '\\.')}${name.endsWith('/') ? '.*\\.spec\\.ts' : ''}$`),
};
