/**
 * Makes the table of pasted codes, which are on lines of their own or parted by commas, semicolons or tabs. It has the lines that were
 * pasted, also the empty ones, so that the store names the same line.
 */
export function tableOfCodes(pasted: string): string {
  return pasted
    .split(/\r\n|[\r\n,;\t]/)
    .map((code) => code.trim().replace(/^"(.*)"$/, '$1'))
    .map((code) => (code === '' ? '' : `"${code.replaceAll('"', '""')}"`))
    .join('\r\n');
}
