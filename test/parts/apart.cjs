/** Specs that are files of their own in `npm test`: those that a run would wait for at its end in a part. */
const alone = [
  'test/browser/console.spec.ts',
  'test/contract/hostile-input.spec.ts',
  'test/e2e/checkout-races.spec.ts',
  'test/e2e/code-races.spec.ts',
  'test/e2e/event-streams.spec.ts',
  'test/e2e/process.spec.ts',
];

/**
 * Specs of `npm run test:long`, and folders of them: kills and faults (chaos), installations and compilations, shops that are
 * seeded, pages whose commands are run, and the simulation, which replaces the timers of its process and must find none of others.
 */
const long = [
  'test/architecture/contributing-diffs.spec.ts',
  'test/chaos/',
  'test/clients/generators.spec.ts',
  'test/clients/typescript/package.spec.ts',
  'test/docs/commands.spec.ts',
  'test/e2e/backup.spec.ts',
  'test/e2e/seed.spec.ts',
  'test/simulation/',
];

module.exports = { alone, long };
