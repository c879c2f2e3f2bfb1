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
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  transform: { '^.+\\.ts$': '@swc/jest', '/node_modules/@nestjs/.+\\.js$': nestEsm },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  setupFiles: ['reflect-metadata'],
  workerIdleMemoryLimit: '512MB',
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.module.ts', '!src/platform/database/migrations/**'],
};
