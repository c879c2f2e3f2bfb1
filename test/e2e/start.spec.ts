import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../src/platform/version';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

const ROOT = resolve(__dirname, '../..');

/** Loaded before the store: names the packages that it has loaded when it ends. */
const TELL_PACKAGES = `process.on('exit', () => {
  const packages = Object.keys(require.cache).map((file) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]);
  process.stderr.write(JSON.stringify([...new Set(packages)].filter((name) => name !== undefined)));
});`;

afterEach(() => StoreProcess.stopAll());

/** The files of a console. */
const CONSOLE = {
  'index.html': '<!doctype html><script type="module" src="/src/main.ts"></script>\n',
  'package.json': '{ "type": "module" }\n',
  'vite.config.ts': "export default { base: '/console/', build: { outDir: '../dist/console', emptyOutDir: true } };\n",
  'src/main.ts': 'document.title = "first";\n',
};

describe('node build.mjs --if-changed', () => {
  /** A project of one file for the store and one for the console, which is built as this one is. */
  function project(): string {
    const folder = emptyFolder();
    for (const file of ['build.mjs', '.swcrc', 'package.json', 'package-lock.json'])
      cpSync(join(ROOT, file), join(folder, file));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'ormconfig.ts'), 'export const name: string = "orm";\n');
    writeFileSync(join(folder, 'src', 'main.ts'), 'export const answer: number = 1;\n');
    writeFileSync(join(folder, 'src', 'main.spec.ts'), 'throw new Error("a test is not built");\n');
    for (const [file, text] of Object.entries(CONSOLE)) {
      mkdirSync(dirname(join(folder, 'console', file)), { recursive: true });
      writeFileSync(join(folder, 'console', file), text);
    }
    return folder;
  }
  const build = (folder: string): Promise<unknown> =>
    promisify(execFile)(process.execPath, ['build.mjs', '--if-changed'], { cwd: folder });

  it('builds once, and again only when a source has changed', async () => {
    const folder = project();
    await build(folder);
    const main = join(folder, 'dist', 'src', 'main.js');
    expect(readFileSync(main, 'utf8')).toContain('const answer = 1;');
    expect(JSON.parse(readFileSync(`${main}.map`, 'utf8'))).toMatchObject({ sources: ['../../src/main.ts'] });
    expect(existsSync(join(folder, 'dist', 'src', 'main.spec.js'))).toBe(false);

    writeFileSync(main, 'left alone');
    await build(folder);
    expect(readFileSync(main, 'utf8')).toBe('left alone');

    writeFileSync(join(folder, 'src', 'main.ts'), 'export const answer: number = 2;\n');
    await build(folder);
    expect(readFileSync(main, 'utf8')).toContain('const answer = 2;');
  });

  it('builds the console when one of its own sources has changed', async () => {
    const folder = project();
    await build(folder);
    const page = join(folder, 'dist', 'console', 'index.html');
    const script = (): string => {
      const [, name = ''] = /src="\/console\/(assets\/[\w-]+\.js)"/.exec(readFileSync(page, 'utf8')) ?? [];
      return readFileSync(join(folder, 'dist', 'console', name), 'utf8');
    };
    expect(script()).toContain('first');

    writeFileSync(join(folder, 'src', 'main.ts'), 'export const answer: number = 2;\n');
    writeFileSync(page, 'left alone');
    await build(folder);
    expect(readFileSync(page, 'utf8')).toBe('left alone');

    writeFileSync(join(folder, 'console', 'src', 'main.ts'), 'document.title = "second";\n');
    await build(folder);
    expect(script()).toContain('second');
  });

  it('leaves alone what was built elsewhere: without sources there is nothing to build', async () => {
    const folder = emptyFolder();
    cpSync(join(ROOT, 'build.mjs'), join(folder, 'build.mjs'));
    mkdirSync(join(folder, 'dist'));
    await build(folder);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['build.mjs', 'dist']);
  });

  // Otherwise `npm run migrate` after an update would run the migrations of the version before.
  it('comes before each script that runs what was built', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const built = Object.keys(scripts).filter((name) => scripts[name]?.includes(' dist/'));
    expect(built.sort()).toEqual(['demo', 'start', 'start:worker', 'store']);
    expect(built.map((name) => scripts[`pre${name}`])).toEqual(built.map(() => 'node build.mjs --if-changed'));
  });

  it('starts again from nothing when a build did not end', async () => {
    const folder = project();
    writeFileSync(join(folder, 'src', 'main.ts'), 'export const = ;\n');
    await expect(build(folder)).rejects.toThrow('build.mjs');
    writeFileSync(join(folder, 'src', 'main.ts'), 'export const answer: number = 3;\n');
    await build(folder);
    expect(readFileSync(join(folder, 'dist', 'src', 'main.js'), 'utf8')).toContain('const answer = 3;');
  });
});

describe('the start of the embedded store', () => {
  beforeAll(ensureBuilt);

  it('loads neither Redis, nor MySQL, nor the queue board, nor tracing, nor the client of webhooks', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'tell.cjs'), TELL_PACKAGES);
    const store = await StoreProcess.api(folder, { NODE_OPTIONS: '--require ./tell.cjs' });
    store.signal('SIGTERM');
    const { code, stderr } = await store.ended;
    const loaded = JSON.parse(stderr) as string[];
    expect([code, loaded]).toEqual([0, expect.arrayContaining(['typeorm', 'express'])]);
    const late = /^(bull|ioredis|mysql2|undici|@bull-board\/.*|@nestjs\/bull|@opentelemetry\/sdk-trace)$/;
    expect(loaded.filter((name) => late.test(name))).toEqual([]);
  });

  it('is one line that names the version, and where the store listens', async () => {
    const store = await StoreProcess.api(emptyFolder());
    const { time, port, pid, ...line } = await store.line(({ msg }) => msg === 'listening');
    expect([line, typeof time, typeof port, typeof pid]).toEqual([
      {
        level: 'info',
        process: 'main',
        version: VERSION,
        release: expect.stringMatching(/^\d+\.\d+\.[\w.+-]+\+[\da-f]{12}$/) as string,
        host: '127.0.0.1',
        msg: 'listening',
      },
      'string',
      'number',
      'number',
    ]);
    await store.stop();
  });

  it('names lines of TypeScript in the stack of an error', async () => {
    const program = `require('./dist/src/app/source-maps');
      try { require('./dist/src/kernel/decimal').parseDecimal('x'); } catch (error) { process.stdout.write(error.stack); }`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { cwd: ROOT });
    const file = join(ROOT, 'src/kernel/decimal.ts');
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('throw new RangeError(`not a'));
    const [message, first = '', second] = stdout.split('\n');
    expect([message, first.trim(), second?.trim()]).toEqual([
      'RangeError: not a decimal number: x',
      expect.stringMatching(new RegExp(`^at Object.parseDecimal \\(${file}:${line + 1}:\\d+\\)$`)),
      expect.stringMatching(/^at \[eval\]:2:\d+$/),
    ]);
  });
});
