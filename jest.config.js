const { availableParallelism } = require('node:os');
const { findBrowser, hasGenerators, hasS3Server, missingServers } = require('./test/support/programs.cjs');

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

const SERVERS_ONLY = ['<rootDir>/test/servers/', '<rootDir>/test/chaos/'];

module.exports = {
  testEnvironment: 'node',
  rootDir: '.',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/console/src'],
  testRegex: '\\.spec\\.ts$',
  // Not the image, which takes two installations (`npm run test:image`), nor what is all about servers or packages that are not there.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/image/',
    ...(missingServers().length > 0 ? SERVERS_ONLY : []),
    ...(findBrowser() ? [] : ['<rootDir>/test/browser/']),
    ...(hasS3Server() ? [] : ['<rootDir>/test/clients/s3.spec.ts']),
    ...(hasGenerators() ? [] : ['<rootDir>/test/clients/generators.spec.ts']),
  ],
  // More than cores on a small machine: suites wait for disks and servers.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/fast-check.cjs' },
  transform: { '^.+\\.ts$': '@swc/jest', '/node_modules/@nestjs/.+\\.js$': nestEsm },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/support/jest-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-teardown.ts',
  // Ends a test that hangs, judges none by its speed: starting a server takes a second, several on a busy machine.
  testTimeout: 300_000,
  workerIdleMemoryLimit: '512MB',
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.module.ts', '!src/app/migrations/**'],
};
