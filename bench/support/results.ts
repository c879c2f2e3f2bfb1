import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../../test/support/programs.cjs';

/** A table as a benchmark printed it: text, of which `**` marks what matters. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The machine of a run. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  /** Version of the database server that is installed; null if there is none. */
  readonly database: string | null;
}

/** The figures of one run of a benchmark. `date` and `machine` are null if they were not recorded. */
export interface Results {
  readonly bench: string;
  readonly words: readonly string[];
  readonly date: string | null;
  readonly machine: Machine | null;
  readonly tables: readonly ResultTable[];
}

const DELIMITER = /^\|( *:?-+:? *\|)+$/;

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Returns the Markdown tables of a text, in order. */
export function tablesIn(text: string): ResultTable[] {
  const lines = text.split('\n');
  const tables: ResultTable[] = [];
  for (const [at, line] of lines.entries()) {
    if (!DELIMITER.test(line.trim())) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((each) => !each.startsWith('|'));
    const rows = rest.slice(0, end === -1 ? rest.length : end);
    tables.push({ columns: cellsOf(lines[at - 1] ?? ''), rows: rows.map(cellsOf) });
  }
  return tables;
}

/** Returns the path of the results of a run, relative to `bench/results`: a run with words does not replace one without. */
export function resultsFile(bench: string, words: readonly string[]): string {
  return `${[bench, ...words.map((word) => word.replace(/[^\w.]+/g, ''))].join('-')}.json`;
}

function machine(): Machine {
  const [first] = cpus();
  const server = findProgram(...(process.env['MYSQLD'] === undefined ? ['mariadbd', 'mysqld'] : ['mysqld']));
  const program = process.env['MYSQLD'] ?? server;
  const version = program === undefined ? '' : execFileSync(program, ['--version'], { encoding: 'utf8' });
  const [, database = null] = /Ver (\d+(?:\.\d+)*(?:-MariaDB)?)/.exec(version) ?? [];
  return { cpu: first?.model.trim() ?? '', cores: cpus().length, node: process.version, database };
}

/** An array of texts over several lines. */
const TEXTS = /\[\s+((?:"(?:[^"\\]|\\.)*",?\s+)+)\]/g;

/** Returns a results file, with each row of a table on a line, so that a change shows as one. */
export function resultsText(results: Results): string {
  const text = JSON.stringify(results, null, 2);
  return `${text.replace(TEXTS, (_, texts: string) => `[${texts.trim().replace(/\n\s+/g, ' ')}]`)}\n`;
}

/** Writes the tables that a benchmark printed to `bench/results`; nothing if it printed none. */
export function saveResults(bench: string, words: readonly string[], printed: string): void {
  const tables = tablesIn(printed);
  if (tables.length === 0) return;
  const results: Results = { bench, words, date: new Date().toISOString().slice(0, 10), machine: machine(), tables };
  const file = join('bench/results', resultsFile(bench, words));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, resultsText(results));
}
