/** Rows of one file: a bound for the browser's memory. More are a job for the API. */
export const MOST_ROWS = 50_000;

/** One line of CSV (RFC 4180). A text that a spreadsheet would take for a formula is led by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
