/** `npm run test:servers`: on MariaDB and Redis, the blocks for each engine that `npm test` runs on SQLite only. */
process.env.TEST_ENGINES = 'servers';
process.env.TEST_SPECS = 'sqlite-only';

module.exports = { ...require('./jest.config.js'), testRegex: ['/test/parts/\\d+\\.part\\.ts$'] };
