import { join } from 'node:path';
import { previewDocument } from '../../../src/app/create-api';
import { environmentExample } from '../../../src/platform/config/environment-example';
import { errorClasses, ROOT, sourcesBelow } from './error-classes';
import { errorsPage } from './errors-page';
import { metricsPage } from './metrics-page';
import { storeMetrics } from './store-metrics';

/** Every file that is made from the code and committed, and how its text is made. */
export const GENERATED = {
  'openapi.json': async () => `${JSON.stringify(await previewDocument(), null, 2)}\n`,
  '.env.example': async () => environmentExample(),
  'docs/errors.md': async () => errorsPage(errorClasses(sourcesBelow(join(ROOT, 'src')))),
  'docs/metrics.md': async () => metricsPage(await storeMetrics()),
} as const satisfies Record<string, () => Promise<string>>;

/** A generated file, by its path from the root of the repository. */
export type GeneratedFile = keyof typeof GENERATED;

/** Whether a path is one of {@link GENERATED}. */
export function isGenerated(path: string): path is GeneratedFile {
  return Object.hasOwn(GENERATED, path);
}

/** Where two texts part: the first line that differs, with both sides; undefined when they are equal. */
export function firstDifference(committed: string | undefined, made: string): string | undefined {
  if (committed === undefined) return 'there is no such file';
  if (committed === made) return undefined;
  const [before, after] = [committed.split('\n'), made.split('\n')];
  const line = after.findIndex((text, i) => text !== before[i]);
  const at = line === -1 ? after.length : line;
  const show = (text: string | undefined): string => text?.slice(0, 160) ?? '(end of file)';
  return `line ${at + 1}\n      - ${show(before[at])}\n      + ${show(after[at])}`;
}
