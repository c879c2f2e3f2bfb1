/** `npm run test:servers`: on MariaDB and Redis, the blocks for each engine that `npm test` runs on SQLite only. */
process.env.TEST_ENGINES = 'servers';

module.exports = { ...require('./jest.config.js'), testRegex: ['/test/parts/\\d+\\.part\\.ts$'] };
