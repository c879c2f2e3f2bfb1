/** Rows of one file: a bound for the browser's memory. More are a job for the API. */
export const MAX_ROWS = 50_000;

/** One line of CSV (RFC 4180). A text that a spreadsheet would take for a formula is led by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Writes an id or a number of an order. Spreadsheets round numbers to 15 digits, and a quotation mark does not stop them. The sign of a
 * number keeps it text in each of them: an apostrophe or a tab would be lost with the first save, `="…"` is text in Excel only.
 */
export function csvId(id: string): string {
  return /^\d{16,}$/.test(id) ? `#${id}` : id;
}

/** Reads what {@link csvId} wrote, for a search by it. */
export function idOfCsv(text: string): string {
  return text.replace(/^#(?=\d{16,}$)/, '');
}

/**
 * Names the file of a list: `ledger_2026-11-01_2026-11-30.csv`, by the days that the list is from and to; without a last one it is today.
 * @param name the list @param filters of the page's address
 */
export function csvName(name: string, filters: Readonly<Record<string, string>>, today: string): string {
  const days = [filters['created_at[from]'], filters['created_at[to]'] ?? today];
  return `${[name, ...days].filter(Boolean).join('_')}.csv`;
}

/** Hands a file to the person at the browser. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  // The mark makes spreadsheets read UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', ...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
