import { type ErrorClass } from './error-classes';

/** The text of `src/platform/http/error-codes.ts`. */
export function errorCodes(errors: readonly ErrorClass[]): string {
  const codes = [...new Set(errors.flatMap(({ code }) => (code === undefined ? [] : [code])))].sort();
  return [
    '/** Every code of an error. Generated from the error classes by `npm run generated`; a test compares the two. */',
    'export const ERROR_CODES: readonly string[] = [',
    ...codes.map((code) => `  '${code}',`),
    '];',
    '',
  ].join('\n');
}
