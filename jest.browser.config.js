/** `npm run test:browser`: the console and the clients in Chromium. */
module.exports = { ...require('./jest.config.js'), testRegex: ['/test/parts/browser/\\d+\\.part\\.ts$'] };
