import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runFolder } from './run-folder';

/**
 * Does the work once in a run of the tests. The first caller of any Jest worker does it, and the others wait for it.
 * @param name the work's own, as a folder of the run is called
 * @throws what the work threw, to the others as its text
 */
export async function onceInRun(name: string, work: () => Promise<void>): Promise<void> {
  const turn = join(runFolder(), name);
  const over = join(turn, 'over');
  try {
    mkdirSync(turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(over)) await pause(20);
    const fault = readFileSync(over, 'utf8');
    if (fault !== '') throw new Error(`${name} failed: ${fault}`, { cause: error });
    return;
  }
  try {
    await work();
  } catch (error) {
    writeFileSync(over, String(error));
    throw error;
  }
  writeFileSync(over, '');
}
