import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Dockerfile, DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parseConfig } from '../../src/platform/config/config';
import { commandFaults, readDeployed, SECRET_SETTINGS, unknownSettings } from '../support/deploy-files';

const ROOT = resolve(__dirname, '../..');
const text = readDeployed('deploy/Dockerfile');
const file: Dockerfile = DockerfileParser.parse(text);

/** `KEYWORD arguments` of the instructions of a stage, in order; a later stage has what its base has. */
const stages = text
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => DockerfileParser.parse(stage).getInstructions());
const wordsOf = (instruction: Instruction): string[] =>
  instruction.getArguments().map((argument) => argument.getValue());
const inStage = (stage: readonly Instruction[], keyword: string): string[][] =>
  stage.filter((instruction) => instruction.getKeyword() === keyword).map(wordsOf);
const last = stages.at(-1) ?? [];
/** The strings of a command in its JSON form; undefined in the form that needs a shell. */
function exec(keyword: string): string[] | undefined {
  const found = file.getInstructions().findLast((instruction) => instruction.getKeyword() === keyword);
  if (!(found instanceof JSONInstruction) || found.getOpeningBracket() === null) return undefined;
  return found.getJSONStrings().map((word) => JSON.parse(word.getValue()) as string);
}
/** The names that .dockerignore lets through to the builder. */
const sent = readDeployed('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('deploy/Dockerfile', () => {
  it('has no fault that a linter of Dockerfiles knows', () => {
    const faults = validate(text).map(({ message, range }) => [range.start.line + 1, message]);
    expect(faults).toEqual([]);
    const planted = validate('FROM node\nRUM npm ci\nCMD ["a"]\nCMD ["b"]\n').map(({ message }) => message);
    expect(planted).toEqual([expect.stringMatching(/^There can only be one CMD /), 'Unknown instruction: RUM']);
  });

  it('begins each stage from one base, which is pinned', () => {
    expect(stages.map((stage) => inStage(stage, 'FROM')[0])).toEqual([
      ['node:24-bookworm-slim', 'AS', 'base'],
      ['base', 'AS', 'build'],
      ['base', 'AS', 'packages'],
      ['base'],
    ]);
    expect(readDeployed('package.json')).toContain('"node": ">=20.19.0"');
  });

  it('takes what was built, and packages without those for development, from stages that it leaves behind', () => {
    expect(inStage(last, 'COPY')).toEqual([
      ['/app/node_modules', 'node_modules'],
      ['/app/dist', 'dist'],
      ['package.json', 'build.mjs', 'LICENSE', './'],
    ]);
    const [[...install] = []] = inStage(stages[2] ?? [], 'RUN');
    expect(install.slice(0, 3)).toEqual(['npm', 'ci', '--omit=dev']);
    expect(inStage(last, 'RUN')).toEqual([['mkdir', '-m', '1777', 'data']]);
    expect(text).toContain('COPY --from=packages /app/node_modules node_modules\nCOPY --from=build /app/dist dist\n');
  });

  it('copies only what is there and what is sent to the builder', () => {
    const copied = file
      .getCOPYs()
      .filter((copy) => copy.getFromFlag() === null)
      .flatMap((copy) => wordsOf(copy).slice(0, -1));
    expect([...new Set(copied)].sort()).toEqual([...sent].sort());
    expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    expect(readDeployed('.dockerignore').split('\n')).toContain('*');
  });

  it('runs as a user by number who is not root, without a shell, and tells how it is without curl', () => {
    expect(inStage(last, 'USER')).toEqual([['1000:1000']]);
    expect([exec('ENTRYPOINT'), exec('CMD')]).toEqual([['node', '--max-semi-space-size=8'], ['dist/src/main.js']]);
    expect(commandFaults(exec('CMD') ?? [])).toEqual([]);
    const [check = []] = inStage(last, 'HEALTHCHECK');
    const command = JSON.parse(check.slice(check.indexOf('CMD') + 1).join(' ')) as string[];
    expect([command[0], ...commandFaults(command.slice(1))]).toEqual(['node']);
  });

  it('sets what a container needs and no secret', () => {
    const set = Object.fromEntries(
      file.getENVs().flatMap((env) => env.getProperties().map((p) => [p.getName(), p.getValue() ?? ''])),
    );
    expect(set).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000' });
    expect(unknownSettings(Object.keys(set).filter((name) => name !== 'NODE_ENV'))).toEqual([]);
    expect(inStage(last, 'EXPOSE')).toEqual([
      [String(parseConfig({ ...set, DATABASE_URL: 'sqlite:data/store.sqlite' }).http.port)],
    ]);
    const instructions = file.getInstructions().map((instruction) => instruction.getTextContent());
    expect(instructions.filter((line) => SECRET_SETTINGS.some((name) => line.includes(name)))).toEqual([]);
    expect(instructions.filter((line) => line.startsWith('ARG'))).toEqual(['ARG RELEASE=']);
  });
});
