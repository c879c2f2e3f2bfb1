/** Specs that take long by themselves, as files of their own: in a part they would be what a run waits for at its end. */
module.exports = [
  'test/architecture/contributing-diffs.spec.ts',
  'test/chaos/chaos.spec.ts',
  'test/chaos/payments.spec.ts',
  'test/clients/generators.spec.ts',
  'test/clients/typescript/package.spec.ts',
  'test/contract/hostile-input.spec.ts',
  'test/docs/commands.spec.ts',
  'test/e2e/backup.spec.ts',
  'test/e2e/checkout-races.spec.ts',
  'test/e2e/code-races.spec.ts',
  'test/e2e/event-streams.spec.ts',
  'test/e2e/process.spec.ts',
  'test/simulation/planted-faults.spec.ts',
  'test/simulation/simulation.spec.ts',
];
