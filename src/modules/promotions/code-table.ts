import { ValidationFailed } from '../../kernel/errors';
import { CsvFault, type CsvRow, readCsv } from '../../platform/http/body/csv.reader';
import { type ListedCode } from './code-jobs.service';

/** Name of the column that holds the codes. */
const COLUMN = 'code';

/**
 * The codes of a table: those of its column `code`, or of its first column when no cell of the first row says so.
 * @throws ValidationFailed naming `codes` and the line, when it is no CSV
 */
export async function* codesIn(path: string): AsyncGenerator<ListedCode> {
  try {
    yield* codesOf(readCsv(path));
  } catch (error) {
    if (error instanceof CsvFault)
      throw ValidationFailed.of('codes', `is no table: line ${error.line} ${error.message}`);
    throw error;
  }
}

async function* codesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<ListedCode> {
  let column: number | undefined;
  for await (const { line, cells } of rows) {
    const named = column === undefined ? cells.findIndex((cell) => cell.toLowerCase() === COLUMN) : -1;
    column ??= Math.max(0, named);
    if (named < 0) yield { line, code: cells[column] ?? '' };
  }
}
