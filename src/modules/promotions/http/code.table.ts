import { type CodeRecord } from '../codes/code.record';

const COLUMNS = ['code', 'state', 'uses', 'used', 'expires', 'revoked_at', 'created_at'] as const;

/**
 * Text of a table of codes, a part at a time.
 * @throws what reading the first part throws, before the first text
 */
export async function codeTable(parts: AsyncGenerator<CodeRecord[]>): Promise<AsyncGenerator<string>> {
  const first = await parts.next();
  return (async function* () {
    yield `${COLUMNS.join(',')}\r\n`;
    if (first.done === true) return;
    yield linesOf(first.value);
    for await (const records of parts) yield linesOf(records);
  })();
}

function linesOf(records: readonly CodeRecord[]): string {
  return records.map((record) => `${COLUMNS.map((column) => cell(record[column])).join(',')}\r\n`).join('');
}

/** Quoted where it has to be (RFC 4180). */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
