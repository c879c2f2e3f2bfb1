import { ValidationFailed } from '../../../kernel/errors';
import { CsvFault, type CsvRow, readCsv } from '../../../platform/http/body/csv.reader';
import { type ListedCode } from './code-jobs.service';

/** Name of the column that holds the codes. */
const COLUMN = 'code';
/** Other names for it, which are no codes either: a table that begins with one is refused. */
const OTHER_NAMES =
  /^(?:(?:discount|coupon|promo|promotion|voucher|gutschein)[ _-]?)?(?:codes?|coupons?|vouchers?|gutscheine?)$/i;

/**
 * The codes of a table: those of its column `code`. A table of one column may begin with its first code.
 * @throws ValidationFailed naming `codes` and the line, when it is no CSV or it is not clear which column has the codes
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
  for await (const row of rows) {
    const { line, cells } = row;
    const named = column === undefined ? cells.findIndex((cell) => cell.toLowerCase() === COLUMN) : -1;
    if (column === undefined && named < 0) requireList(row);
    column ??= Math.max(0, named);
    const code = cells[column] ?? '';
    if (code.includes(';')) throw new CsvFault(line, 'must have its cells separated by commas, not by semicolons');
    if (named < 0) yield { line, code };
  }
}

/** @throws CsvFault unless the first row can be the first code of a list */
function requireList({ line, cells: [first = '', ...more] }: CsvRow): void {
  if (more.length > 0) throw new CsvFault(line, `must name the column ${COLUMN}: the table has several columns`);
  if (OTHER_NAMES.test(first)) throw new CsvFault(line, `must be a code, or name the column ${COLUMN}`);
}
