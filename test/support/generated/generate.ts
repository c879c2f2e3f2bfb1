import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './error-classes';
import { firstDifference, GENERATED, type GeneratedFile, isGenerated } from './generated-files';

/**
 * `generate.ts [--check] [path…]`: writes the generated files, all of them unless some are named; with `--check` writes
 * nothing, says where each differs from what is there, and fails when one does.
 */
async function main(parameters: readonly string[]): Promise<void> {
  const named = parameters.filter((parameter) => parameter !== '--check');
  const unknown = named.find((path) => !isGenerated(path));
  if (unknown !== undefined) throw new RangeError(`${unknown} is not a generated file`);
  const paths = named.length > 0 ? named.filter(isGenerated) : (Object.keys(GENERATED) as GeneratedFile[]);
  const differences = await (parameters.includes('--check') ? check(paths) : write(paths));
  if (differences === 0) return;
  console.error('\nThe code and its generated files differ. Run `npm run generated`, look at `git diff`, and commit.');
  process.exitCode = 1;
}

async function write(paths: readonly GeneratedFile[]): Promise<0> {
  for (const path of paths) {
    const file = join(ROOT, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await GENERATED[path]());
    console.log(`wrote ${path}`);
  }
  return 0;
}

async function check(paths: readonly GeneratedFile[]): Promise<number> {
  let differences = 0;
  for (const path of paths) {
    const file = join(ROOT, path);
    const difference = firstDifference(
      existsSync(file) ? readFileSync(file, 'utf8') : undefined,
      await GENERATED[path](),
    );
    if (difference === undefined) {
      console.log(`${path}: up to date`);
    } else {
      differences += 1;
      console.error(`${path}: differs, ${difference}`);
    }
  }
  return differences;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
