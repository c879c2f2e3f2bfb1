import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { type Copy, DockerfileParser, type Env, type From, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { runFolder } from '../support/run-folder';

const ROOT = resolve(__dirname, '../..');

/** A stage of a Dockerfile as it is carried out: a folder that stands for its file system, and what runs in it. */
export interface Stage {
  readonly folder: string;
  /** The program that its base image would have, where any user may run it. */
  readonly node: string;
  workdir: string;
  user: string;
  readonly environment: Record<string, string>;
  entrypoint: string[];
  command: string[];
  health: string[];
}

/**
 * Carries out a Dockerfile of this repository without a builder and without its base image: each stage in a folder, by
 * this machine's node and npm. It knows the instructions that ours has and refuses any other, and commands that would
 * reach out of the folder.
 * @param args those of `--build-arg`
 * @returns the last stage
 * @throws Error when an instruction fails or is not known
 */
export function buildImage(dockerfile: string, args: Readonly<Record<string, string>> = {}): Stage {
  const builder = new ImageBuilder(args);
  for (const instruction of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
    builder.carryOut(instruction);
  }
  return builder.last;
}

class ImageBuilder {
  private readonly stages = new Map<string, Stage>();
  private readonly work = mkdtempSync(join(runFolder(), 'image-'));
  private readonly ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  private current: Stage | undefined;
  /** Arguments that the stage has declared. */
  private declared: Record<string, string> = {};

  constructor(private readonly args: Readonly<Record<string, string>>) {
    // The user that the image runs as must be able to read it.
    chmodSync(this.work, 0o755);
    chmodSync(runFolder(), 0o755);
    copyFileSync(process.execPath, join(this.work, 'node'));
  }

  get last(): Stage {
    if (this.current === undefined) throw new Error('the Dockerfile has no FROM');
    return this.current;
  }

  carryOut(instruction: Instruction): void {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const known: Record<string, () => void> = {
      FROM: () => this.from(instruction as From),
      WORKDIR: () => this.workdir(words[0] ?? ''),
      COPY: () => this.copy(instruction as Copy, words),
      RUN: () => this.run(instruction.getArgumentsContent() ?? ''),
      ARG: () => this.declare(words[0] ?? ''),
      ENV: () => this.set(instruction as Env),
      USER: () => (this.last.user = words[0] ?? ''),
      ENTRYPOINT: () => (this.last.entrypoint = stringsOf(instruction)),
      CMD: () => (this.last.command = stringsOf(instruction)),
      HEALTHCHECK: () => (this.last.health = JSON.parse(words.slice(words.indexOf('CMD') + 1).join(' ')) as string[]),
      LABEL: () => undefined,
      EXPOSE: () => undefined,
    };
    const carryOut = known[keyword];
    if (carryOut === undefined) throw new Error(`${keyword} cannot be carried out here`);
    carryOut();
  }

  private from(from: From): void {
    const base = this.stages.get(from.getImage() ?? '');
    const folder = join(this.work, `stage-${this.stages.size}`);
    mkdirSync(folder);
    if (base !== undefined) cpSync(base.folder, folder, { recursive: true });
    const plain = { workdir: '/', user: '', environment: {}, entrypoint: [], command: [], health: [] };
    this.current = { ...structuredClone(base ?? plain), folder, node: join(this.work, 'node') };
    this.declared = {};
    this.stages.set(from.getBuildStage() ?? 'last', this.current);
  }

  private workdir(path: string): void {
    this.last.workdir = path;
    mkdirSync(join(this.last.folder, path), { recursive: true });
  }

  private copy(copy: Copy, words: readonly string[]): void {
    const origin = copy.getFromFlag()?.getValue() ?? undefined;
    const stage = origin === undefined ? undefined : this.stages.get(origin);
    if (origin !== undefined && stage === undefined) throw new Error(`there is no stage ${origin}`);
    const target = words.at(-1) ?? '';
    for (const source of words.slice(0, -1)) {
      const to = join(this.last.folder, this.last.workdir, target, target.endsWith('/') ? basename(source) : '');
      if (stage === undefined) this.copySent(source, to);
      else cpSync(join(stage.folder, source), to, { recursive: true, verbatimSymlinks: true });
    }
  }

  /** Copies from the repository what `.dockerignore` lets through. */
  private copySent(source: string, to: string): void {
    cpSync(join(ROOT, source), to, { recursive: true, filter: (file) => this.isSent(relative(ROOT, file)) });
  }

  private isSent(path: string): boolean {
    const rules = this.ignored.filter((line) => line !== '' && !line.startsWith('#'));
    // The last rule that fits has the say; one that names a folder is about all in it.
    const fits = (rule: string): boolean => globOf(rule.replace(/^!/, '')).test(path);
    return rules.findLast(fits)?.startsWith('!') ?? true;
  }

  private run(command: string): void {
    if (/\bnpm cache\b/.test(command) || command.split(/\s+/).some((word) => isAbsolute(word) || word.includes('..'))) {
      throw new Error(`would reach out of the image: ${command}`);
    }
    const cwd = join(this.last.folder, this.last.workdir);
    const { NODE_ENV: _none, NODE_OPTIONS: _neither, ...inherited } = process.env;
    const env = { ...inherited, ...this.declared, ...this.last.environment };
    execFileSync('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  private declare(argument: string): void {
    const [name = '', preset = ''] = argument.split('=');
    this.declared[name] = this.args[name] ?? preset;
  }

  private set(env: Env): void {
    for (const property of env.getProperties()) {
      this.last.environment[property.getName()] = property.getValue() ?? '';
    }
  }
}

function stringsOf(instruction: Instruction): string[] {
  if (!(instruction instanceof JSONInstruction)) throw new Error(`${instruction.getKeyword()} needs a shell`);
  return instruction.getJSONStrings().map((word) => JSON.parse(word.getValue()) as string);
}

/** A pattern of `.dockerignore`: what it names, and all that is below it. */
function globOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const anywhere = escaped.replaceAll('**/', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${anywhere}(?:/.*)?$`);
}
