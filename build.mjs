// Builds `dist`: the store with swc, which leaves the types to `npm run lint -- types` (seconds where the compiler takes half a
// minute), and the console with Vite. With `--if-changed` it leaves alone what was made of the same files. `node build.mjs console`
// builds the console only. `dist/VERSION` names the release and the build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// The console's own `npm run build` starts it in its folder.
process.chdir(import.meta.dirname);
const IF_CHANGED = process.argv.includes('--if-changed');
// In the image, and wherever only `dist` was copied to.
if (IF_CHANGED && !existsSync('src')) process.exit();
const CONSOLE = join('dist', 'console');
/** Below it, compressing saves no packet. */
const WORTH_COMPRESSING = 1024;

const sources = ['ormconfig.ts', ...filesIn('src')]
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .sort();
const consoleSources = [
  ...['index.html', 'package.json', 'vite.config.ts'].map((file) => join('console', file)),
  ...filesIn(join('console', 'src')),
  // Its types, which the build leaves out, are generated.
  ...filesIn(join('clients', 'typescript', 'src')).filter((file) => basename(file) !== 'schema.ts'),
].filter((file) => extname(file) !== '' && !/\.spec\.tsx?$/.test(file));

await Promise.all([
  ...(process.argv.includes('console') ? [] : [buildIfChanged('dist', [...sources, '.swcrc'], buildStore)]),
  buildIfChanged(CONSOLE, consoleSources, buildConsole),
]);
if (existsSync(join('dist', '.built-from'))) writeVersion();

/** Writes `1.3.0+3f2a9c1d04be`: the release, and the start of the hash of what the store was built from. */
function writeVersion() {
  const file = join('dist', 'VERSION');
  const text = `${release()}+${readFileSync(join('dist', '.built-from'), 'utf8').slice(0, 12)}\n`;
  // Another process may read it at the same time.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** The release by `RELEASE`, which an image gets because it is built without the history, or by the newest git tag, or by package.json. */
function release() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = process.env.RELEASE || described() || version;
  if (!/^[\w.-]{1,64}$/.test(named)) throw new Error('RELEASE takes letters, digits, dots and hyphens: v1.3.0');
  return named.replace(/^v(?=\d)/, '');
}

/** `v1.3.0` at a tag, `v1.3.0-5-g80ce522` five commits later; undefined without git or tags. */
function described() {
  // Git would also find a repository that the folder of an archive was unpacked in.
  if (!existsSync('.git')) return undefined;
  return spawnSync('git', ['describe', '--tags', '--match', 'v[0-9]*'], { encoding: 'utf8' }).stdout?.trim();
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
}

async function buildIfChanged(folder, files, build) {
  const stampFile = join(folder, '.built-from');
  const hash = createHash('sha256');
  for (const file of [...files.sort(), 'build.mjs', 'package-lock.json']) hash.update(file).update(readFileSync(file));
  const stamp = hash.digest('hex');
  const isBuilt = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isBuilt && IF_CHANGED) return;
  // On the error output: commands that print a token or JSON are built before they run too.
  if (IF_CHANGED) console.error(`Building ${folder}, which takes some seconds.`);
  await build();
  // Last, so that a build that was interrupted is built again.
  writeFileSync(stampFile, stamp);
}

async function buildStore() {
  // Loaded only now: an installation without development packages can start what was built before.
  const { transformFile } = await import('@swc/core');
  for (const name of existsSync('dist') ? readdirSync('dist') : []) {
    if (join('dist', name) !== CONSOLE) rmSync(join('dist', name), { recursive: true });
  }
  await Promise.all(sources.map((file) => compile(file, transformFile)));
}

async function compile(file, transformFile) {
  const out = join('dist', file.replace(/\.ts$/, '.js'));
  const { code, map } = await transformFile(file, { sourceFileName: relative(dirname(out), file) });
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(`${out}.map`, map);
  writeFileSync(out, `${code}//# sourceMappingURL=${basename(out)}.map\n`);
}

async function buildConsole() {
  const { build } = await import('vite');
  // Tests build too, and React has another build for theirs.
  process.env.NODE_ENV = 'production';
  await build({ root: 'console', configFile: join('console', 'vite.config.ts'), logLevel: 'warn' });
  const files = filesIn(CONSOLE).filter((file) => /\.(?:html|js|css|svg)$/.test(file));
  await Promise.all(files.map((file) => compress(file)));
}

/** Writes a file once more for each encoding that browsers take, so that the store never compresses it. */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length <= WORTH_COMPRESSING) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
