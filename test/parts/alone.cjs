/**
 * Specs that are files of their own: those that take long, which a run would wait for at its end in a part, and the simulation,
 * which replaces the timers of its process and must find none of others.
 */
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
  'test/e2e/seed.spec.ts',
  'test/simulation/planted-faults.spec.ts',
  'test/simulation/simulation.spec.ts',
];
