import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Readable, type Writable } from 'node:stream';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../support/store';
import { emptyFolder, StoreProcess } from '../support/store.process';
import { blocksOf, readPage, ROOT } from './pages';

/** A command of a guide with what it printed, and what the block below it shows. */
export interface Shown {
  readonly line: number;
  readonly printed: string;
  /** JSON of the block below the command; undefined when the guide shows none. */
  readonly expected: unknown;
  /** Statuses of the responses that were errors. */
  readonly refused: readonly number[];
}

const SETTINGS = { BOOTSTRAP_TOKEN: TEST_TOKEN, SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: 'sqlite:store.sqlite' };
/** Ends what a block prints. */
const MARK = '\u0001';
/** The file that holds the statuses of a block's responses. */
const STATUSES = 'statuses.txt';
/** curl, which also succeeds when the response is an error, notes the status. */
const NOTING_CURL = `curl() { command curl --write-out '%{stderr}%{http_code}\\n' "$@" 2>> ${STATUSES}; }\n`;

/** A shell that remembers what it prints. */
class Terminal {
  private all = '';
  private wrong = '';
  private isOver = false;
  private look = (): void => undefined;

  constructor(private readonly shell: ChildProcessByStdio<Writable, Readable, Readable>) {
    shell.stdout.setEncoding('utf8').on('data', (text: string) => this.hear((this.all += text)));
    shell.stderr.setEncoding('utf8').on('data', (text: string) => (this.wrong += text));
    shell.stdout.on('end', () => this.hear((this.isOver = true)));
  }

  type(commands: string): void {
    this.shell.stdin.write(commands);
  }

  /** Everything printed once it is as wanted. @throws Error when the shell ends before */
  printed(isDone: (all: string) => boolean, where: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.look = () => {
        if (isDone(this.all)) resolve(this.all);
        else if (this.isOver) reject(new Error(`${where} failed:\n${this.all}${this.wrong}`));
      };
      this.look();
    });
  }

  /** Ends the shell and what it started. */
  close(): void {
    if (!this.isOver && this.shell.pid !== undefined) process.kill(-this.shell.pid);
  }

  private hear(_: unknown): void {
    this.look();
  }
}

/** A store of its own for one guide, in a folder where `npm run store` works as in a checkout. */
export class GuideWorld {
  private readonly terminals: Terminal[] = [];

  private constructor(
    private readonly folder: string,
    private readonly store: StoreProcess,
  ) {}

  static async open(): Promise<GuideWorld> {
    const folder = emptyFolder();
    for (const name of ['build.mjs', 'dist', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, name), join(folder, name));
    return new GuideWorld(folder, await StoreProcess.api(folder, SETTINGS));
  }

  async close(): Promise<void> {
    for (const terminal of this.terminals) terminal.close();
    await this.store.stop();
  }

  /**
   * Runs the `bash` blocks of a page in one shell, in their order. A block that begins with `# second terminal` is run
   * beside it, and the `text` block that follows holds lines that it prints.
   * @throws Error naming the line of a block that fails
   */
  async run(page: string): Promise<Shown[]> {
    const blocks = blocksOf(readPage(page));
    const shell = this.terminal();
    shell.type(NOTING_CURL);
    let second: Terminal | undefined;
    let ran = 0;
    const shown: Shown[] = [];
    for (const [at, { kind, text, line }] of blocks.entries()) {
      if (kind === 'text' && second !== undefined) await second.printed((all) => holds(all, text), `${page}:${line}`);
      if (kind !== 'bash') continue;
      const commands = this.substituted(text);
      if (text.startsWith('# second terminal')) {
        second = this.terminal();
        second.type(`${commands}\n`);
        await second.printed((all) => all.includes('\n'), `${page}:${line}`);
        continue;
      }
      const below = blocks[at + 1];
      const statuses = join(this.folder, STATUSES);
      writeFileSync(statuses, '');
      shell.type(`set -eo pipefail\n${commands}\nset +e\nprintf '${MARK}'\n`);
      const nth = (ran += 1);
      const said = await shell.printed((all) => all.split(MARK).length > nth, `${page}:${line}`);
      shown.push({
        line,
        printed: said.split(MARK)[nth - 1] ?? '',
        expected: below?.kind === 'json' ? JSON.parse(below.text) : undefined,
        refused: readFileSync(statuses, 'utf8')
          .split('\n')
          .map(Number)
          .filter((status) => status >= 400),
      });
    }
    return shown;
  }

  private substituted(text: string): string {
    return text.replaceAll('http://127.0.0.1:3000', this.store.url).replaceAll('<token>', TEST_TOKEN);
  }

  private terminal(): Terminal {
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      npm_config_update_notifier: 'false',
      ...SETTINGS,
    };
    const options = { cwd: this.folder, env, detached: true };
    const terminal = new Terminal(spawn('bash', [], { ...options, stdio: ['pipe', 'pipe', 'pipe'] }));
    this.terminals.push(terminal);
    return terminal;
  }
}

/** Whether a text has these lines in their order, each number being any number. */
function holds(all: string, lines: string): boolean {
  const pattern = lines
    .split('\n')
    .map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d{6,}/g, '\\d+'));
  return new RegExp(pattern.join('[^]*')).test(all);
}
