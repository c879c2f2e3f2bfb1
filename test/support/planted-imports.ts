import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** One forbidden import: the file that has it and what it imports, a file of the tree or a package. */
export interface Plant {
  readonly from: string;
  readonly to: string;
  /** Import a type only: that is an edge like any other. */
  readonly typeOnly?: true;
}
/** A broken rule and the file that breaks it. */
export type Violation = readonly [rule: string, from: string];

/** A small tree of files that import each other, in a temporary folder, checked by a project's own rules. */
export class PlantedImports {
  private readonly tree = mkdtempSync(join(tmpdir(), 'storekeeper-rules-'));

  /** @param project folder with `.dependency-cruiser.cjs` and `tsconfig.json`, relative to the repository */
  constructor(project: string) {
    for (const file of ['tsconfig.json', '.dependency-cruiser.cjs']) {
      cpSync(join(ROOT, project, file), join(this.tree, file));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.tree, 'node_modules'));
  }

  /** Writes a file with these imports. */
  write(file: string, imports: readonly Plant[]): void {
    const lines = imports.filter(({ to }) => to).map((plant, i) => statement(plant, i));
    mkdirSync(join(this.tree, dirname(file)), { recursive: true });
    const own = ['export const it = 1;', 'export type It = typeof it;', ''];
    writeFileSync(join(this.tree, file), [...lines, ...own].join('\n'));
  }

  /** Writes files by the paths of what they import. */
  writeAll(files: Readonly<Record<string, readonly string[]>>): void {
    for (const [file, targets] of Object.entries(files)) {
      this.write(
        file,
        targets.map((to) => ({ from: file, to })),
      );
    }
  }

  /** Runs the check of `npm run lint -- imports` on the tree. @returns the broken rules, each with the file */
  violations(): Promise<Violation[]> {
    const cli = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [cli, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
    return new Promise((done, failed) => {
      const options = { cwd: this.tree, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, args, options, (_exit, stdout, stderr) => {
        if (!stdout) return failed(new Error(stderr));
        const { summary } = JSON.parse(stdout) as {
          summary: { violations: { rule: { name: string }; from: string }[] };
        };
        done(summary.violations.map(({ rule, from }) => [rule.name, from] as const).sort());
      });
    });
  }

  remove(): void {
    rmSync(this.tree, { recursive: true });
  }
}

function statement({ from, to, typeOnly }: Plant, i: number): string {
  const isFile = to.startsWith('src/') || to.startsWith('test/');
  const up = '../'.repeat(from.split('/').length - 1);
  const specifier = isFile ? `${up}${to.replace(/\.tsx?$/, '')}` : to;
  const [keyword, name] = typeOnly ? ['import type', 'It'] : ['import', 'it'];
  return `${keyword} { ${name} as _${i} } from '${specifier}';\nexport type Use${i} = ${typeOnly ? '' : 'typeof '}_${i};`;
}
