// `node build.mjs`: the types of ../../openapi.json, and `dist` as ES modules and as CommonJS. `node build.mjs schema`: the
// types alone, and only if the document has changed since.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const SCHEMA = join(folder, 'src/schema.ts');
const DOCUMENT = join(folder, '../../openapi.json');
const require = createRequire(import.meta.url);

await writeSchema();
if (process.argv[2] !== 'schema') build();

async function writeSchema() {
  const stamp = `// Generated from openapi.json, ${createHash('sha256')
    .update(readFileSync(DOCUMENT))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')}\n`;
  if (existsSync(SCHEMA) && readFileSync(SCHEMA, 'utf8').startsWith(stamp)) return;
  const { default: typescript } = await import('typescript');
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const form = typescript.factory.createTypeReferenceNode('FormData');
  const types = await openapiTypescript(readFileSync(DOCUMENT, 'utf8'), {
    enum: false,
    // A body with a file is sent as a form.
    transform: ({ properties = {} }) =>
      Object.values(properties).some(({ format }) => format === 'binary') ? form : undefined,
  });
  // At once: linters and compilers may run beside each other.
  writeFileSync(`${SCHEMA}.${process.pid}`, stamp + astToString(types));
  renameSync(`${SCHEMA}.${process.pid}`, SCHEMA);
}

function build() {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  compile('dist/esm');
  compile('dist/cjs', '--module', 'commonjs', '--moduleResolution', 'bundler');
  mkdirSync(join(folder, 'dist/cjs'), { recursive: true });
  // The package says "module"; files here are not.
  writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

function compile(out, ...options) {
  const tsc = require.resolve('typescript/lib/tsc.js');
  const { status } = spawnSync(process.execPath, [tsc, '-p', folder, '--outDir', join(folder, out), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
