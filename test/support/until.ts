import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Looks until the condition holds, and resolves with what it found.
 * @throws naming what was waited for when it does not within `seconds`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 60,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
