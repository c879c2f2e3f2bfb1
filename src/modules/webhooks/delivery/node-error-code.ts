/** The `code` that Node's errors carry; empty where there is none. Not by class: there may be one `Error` a realm. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : '';
}
