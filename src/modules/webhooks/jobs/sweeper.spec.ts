import { pino } from 'pino';
import { Sweeper, type SweeperParts } from './sweeper';

const LOGGER = pino({ level: 'silent' });

it('webhooks.md 10: what is due goes out although no event can be fanned out, and the sweep counts as failed', async () => {
  const done: string[] = [];
  const note = (what: string) => (): void => void done.push(what);
  const parts = {
    duty: { hold: async () => true },
    fanOut: { waiting: async () => Promise.reject(new Error('Lock wait timeout exceeded')) },
    due: { backlog: async () => ({ webhookIds: ['one', 'two'], pending: 2, oldest: null }) },
    pump: { nudge: (id: string) => void done.push(`nudged ${id}`) },
    metrics: { due: note('seen'), swept: note('swept'), sweepFailed: note('failed') },
    logger: LOGGER,
    dutyMs: 10_000,
  } as unknown as SweeperParts;
  await new Sweeper(parts).sweep();
  expect(done).toEqual(['seen', 'nudged one', 'nudged two', 'failed']);
});
