import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Results } from '../../../bench/support/results';
import type * as CreateApi from '../../../src/app/create-api';
import { environmentExample } from '../../../src/platform/config/environment-example';
import { benchPage } from './bench-page';
import { documentText } from './document-text';
import { errorClasses, ROOT, sourcesBelow } from './error-classes';
import { errorCodes } from './error-codes';
import { errorsPage } from './errors-page';
import { eventsPage } from './events-page';
import { metricsPage } from './metrics-page';
import type * as StoreMetrics from './store-metrics';

const errors = (): ReturnType<typeof errorClasses> => errorClasses(sourcesBelow(join(ROOT, 'src')));
/** Loads the store's code when it is called: that code includes what is generated first. */
const load = createRequire(__filename);
const createApi = (): typeof CreateApi => load('../../../src/app/create-api') as typeof CreateApi;
const metrics = (): typeof StoreMetrics => load('./store-metrics') as typeof StoreMetrics;

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const results = (file: string): Results => JSON.parse(text(`bench/results/${file}`)) as Results;
/** The prose of these pages is written by hand, between the tables. */
const withTables = (path: string): string => benchPage(text(path), results);

/** Every file that is made from the code and committed, and how its text is made, in the order of their making. */
export const GENERATED = {
  'src/platform/http/error-codes.ts': async () => errorCodes(errors()),
  'openapi.json': async () => documentText(await createApi().previewDocument()),
  '.env.example': async () => environmentExample(),
  'docs/events.md': async () => eventsPage(await createApi().previewEvents()),
  'docs/errors.md': async () => errorsPage(errors()),
  'docs/metrics.md': async () => metricsPage(await metrics().storeMetrics()),
  'bench/README.md': async () => withTables('bench/README.md'),
} as const satisfies Record<string, () => Promise<string>>;

/** A generated file, by its path from the root of the repository. */
export type GeneratedFile = keyof typeof GENERATED;

/** Whether a path is one of {@link GENERATED}. */
export function isGenerated(path: string): path is GeneratedFile {
  return Object.hasOwn(GENERATED, path);
}

/** Returns the first line in which two texts differ, with both sides; undefined if they are equal. */
export function firstDifference(committed: string | undefined, made: string): string | undefined {
  if (committed === undefined) return 'there is no such file';
  if (committed === made) return undefined;
  const [before, after] = [committed.split('\n'), made.split('\n')];
  const line = after.findIndex((text, i) => text !== before[i]);
  const at = line === -1 ? after.length : line;
  const show = (text: string | undefined): string => text?.slice(0, 160) ?? '(end of file)';
  return `line ${at + 1}\n      - ${show(before[at])}\n      + ${show(after[at])}`;
}
