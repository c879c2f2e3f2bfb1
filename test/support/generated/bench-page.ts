import { type Results, type ResultTable } from '../../../bench/support/results';

/** A block of a page: `<!-- results: orders.json 1 -->`, the table, `<!-- end of results -->`. */
const BLOCK = /<!-- results: (\S+) (\d+) -->\n[^]*?<!-- end of results -->/g;

/**
 * Fills the blocks of a page from the results files that they name.
 * @param read the results of a file below bench/results
 * @throws RangeError for a table that a file does not have
 */
export function benchPage(page: string, read: (file: string) => Results): string {
  return page.replace(BLOCK, (_block, file: string, number: string) => {
    const results = read(file);
    const table = results.tables[Number(number) - 1];
    if (table === undefined) throw new RangeError(`${file} has no table ${number}`);
    const parts = [`<!-- results: ${file} ${number} -->`, tableText(table), origin(results), '<!-- end of results -->'];
    return parts.filter((part) => part !== '').join('\n\n');
  });
}

/** The files that the blocks of a page name. */
export function shownResults(page: string): string[] {
  return [...new Set([...page.matchAll(BLOCK)].map(([, file = '']) => file))];
}

function tableText({ columns, rows }: ResultTable): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((cells) => (cells[at] ?? '').length)));
  const line = (cells: readonly string[], filler: string): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, filler)).join(' | ')} |`;
  return [line(columns, ' '), line([], '-'), ...rows.map((cells) => line(cells, ' '))].join('\n');
}

/** The sentence under a table; empty for a run whose machine was not recorded. */
function origin({ bench, words, date, machine }: Results): string {
  if (machine === null || date === null) return '';
  const command = ['npm run bench --', bench, ...words].join(' ');
  const database = machine.database === null ? '' : `, database ${machine.database}`;
  return `\`${command}\`, ${date}: ${machine.cores} × ${machine.cpu}, Node ${machine.node}${database}.`;
}
