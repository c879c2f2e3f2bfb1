/** Nest 12 ships ES modules only: they are transpiled to CommonJS for Jest, as is our own TypeScript. */
const nestEsm = [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: true,
    module: { type: 'commonjs' },
    jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
  },
];

module.exports = {
  testEnvironment: 'node',
  rootDir: '.',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  // The image takes two installations: `npm run image`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/image/'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  transform: { '^.+\\.ts$': '@swc/jest', '/node_modules/@nestjs/.+\\.js$': nestEsm },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/support/jest-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-teardown.ts',
  // Ends a test that hangs, judges none by its speed: starting a server takes a second, several on a busy machine.
  testTimeout: 60_000,
  workerIdleMemoryLimit: '512MB',
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.module.ts', '!src/platform/database/migrations/**'],
};
