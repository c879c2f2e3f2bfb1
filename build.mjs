// Builds `dist` with swc, which leaves the types to `npm run lint -- types`: seconds where the compiler takes half a minute.
// With `--if-changed` it leaves a `dist` alone that was made of the same files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const STAMP = join('dist', '.built-from');
const sources = ['ormconfig.ts', ...readdirSync('src', { recursive: true }).map((file) => join('src', file))]
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .sort();

const hash = createHash('sha256');
for (const file of [...sources, '.swcrc', 'build.mjs', 'package-lock.json'])
  hash.update(file).update(readFileSync(file));
const stamp = hash.digest('hex');
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
if (!isBuilt || !process.argv.includes('--if-changed')) await build();

async function build() {
  // Loaded only now: an installation without development packages can start what was built before.
  const { transformFile } = await import('@swc/core');
  rmSync('dist', { recursive: true, force: true });
  await Promise.all(sources.map((file) => compile(file, transformFile)));
  // Last, so that a build that was interrupted is built again.
  writeFileSync(STAMP, stamp);
}

async function compile(file, transformFile) {
  const out = join('dist', file.replace(/\.ts$/, '.js'));
  const { code, map } = await transformFile(file, { sourceFileName: relative(dirname(out), file) });
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(`${out}.map`, map);
  writeFileSync(out, `${code}//# sourceMappingURL=${basename(out)}.map\n`);
}
