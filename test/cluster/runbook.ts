import { blocksOf, readPage } from '../docs/pages';

/** The commands of docs/operations.md below a comment of a block, up to the next one: the run does what the page says. */
export function runbook(comment: string): string {
  for (const { text } of blocksOf(readPage('docs/operations.md'))) {
    const lines = text.split('\n');
    const at = lines.indexOf(comment);
    if (at < 0) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((line) => /^(#|--) /.test(line));
    return (end < 0 ? rest : rest.slice(0, end)).join('\n');
  }
  throw new Error(`docs/operations.md has no block with ${comment}`);
}

/** The statements among them. */
export function runbookStatements(comment: string): string[] {
  return runbook(comment)
    .split(';')
    .map((sql) => sql.trim())
    .filter((sql) => sql !== '');
}
