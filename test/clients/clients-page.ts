import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(__dirname, '../../docs/clients.md'), 'utf8');

/** The rows of the first table below a heading of docs/clients.md, without its head. */
export function rowsBelow(heading: string): string[][] {
  const [, below = ''] = PAGE.split(`\n## ${heading}\n`);
  const lines = below.split('\n## ')[0]?.split('\n') ?? [];
  const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  return rows.slice(2).map((cells) => cells.map((cell) => cell.trim()));
}

/** Methods by the reason that a table of the page gives. */
export function reasonsBelow(heading: string): Record<string, string[]> {
  const rows = rowsBelow(heading).map(([methods = '', reason = '']) => [
    reason,
    methods.replaceAll('`', '').split(', '),
  ]);
  return Object.fromEntries(rows) as Record<string, string[]>;
}
