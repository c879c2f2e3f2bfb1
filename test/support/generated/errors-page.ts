import { STATUS_OF } from '../../../src/platform/http/error.filter';
import { type ErrorClass } from './error-classes';

const INTRODUCTION = `# Errors

This page is generated from the error classes by \`npm run generated\`; a test compares the two.

Every error response is JSON:

\`\`\`json
{ "status": false, "error": "title is required", "errors": { "title": ["title is required"] } }
\`\`\`

- \`error\` is for people, and its wording may change. Programs read the HTTP status and the header
  \`Error-Code\`: the meaning of a code never changes.
- \`errors\` is present with status 422. It names every field at fault by its dotted path, e.g.
  \`match_rules.children.0.operator\`, and each message starts with that name.
- Every response has an \`X-Request-Id\`: the one you sent, or a new one. The log lines of the request have it too.
- 401 comes with \`WWW-Authenticate: Bearer\`, 405 with \`Allow\`, and \`Retry-After\` in seconds if a later retry can succeed.

## Codes

\`{words}\` in a message are placeholders.
`;

const WITHOUT_CODE = `
## Responses without a code

| Status | When                                                                                                   |
| ------ | ------------------------------------------------------------------------------------------------------ |
| 400    | The bytes received are not HTTP, or the connection ended within the request. The connection is closed. |
| 408    | The request took too long to arrive. The connection is closed.                                         |
| 413    | The chunk extensions of the request are too large. The connection is closed.                           |
| 431    | The request headers are too large. The connection is closed.                                           |
| 500    | A fault of the store. The message contains only the request id.                                        |
`;

const HEADINGS = ['Code', 'Status', 'Message', 'When', 'Retry-After'] as const;

/** The text of `docs/errors.md`: every code by its status, tables aligned as Prettier would. */
export function errorsPage(errors: readonly ErrorClass[]): string {
  return `${INTRODUCTION}\n${table(errors.map(row))}${WITHOUT_CODE}`;
}

function row({ code, kind, message, when, retryAfter }: ErrorClass): string[] {
  return [
    `\`${code ?? '?'}\``,
    kind === undefined ? '?' : String(STATUS_OF[kind]),
    message === undefined ? 'The first field and what is wrong with it' : `\`${message}\``,
    when,
    retryAfter ?? '',
  ].map((cell) => cell.replaceAll('|', '\\|'));
}

function table(rows: readonly string[][]): string {
  const widths = HEADINGS.map((heading, i) =>
    Math.max(...[heading, ...rows.map((cells) => cells[i] ?? '')].map(width)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell))).join(' | ')} |\n`;
  const rule = `| ${widths.map((count) => '-'.repeat(count)).join(' | ')} |\n`;
  return line(HEADINGS) + rule + rows.map(line).join('');
}

/** Characters, not UTF-16 units. */
function width(text: string): number {
  return [...text].length;
}
