import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

/** A fenced block of a page. */
export interface Block {
  /** `bash`: run by a test. `console`: only checked. Anything else, such as `js`: shown, not a command. */
  readonly kind: string;
  readonly text: string;
  /** Line of the page that it begins at. */
  readonly line: number;
}

export function readPage(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** The fenced blocks of a page, those in lists too, without their indentation. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^( *)```(\S*)\n([\s\S]*?)\n\1```$/gm)].map((match) => {
    const [, indent = '', kind = '', text = ''] = match;
    const lines = text.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    return { kind, text: lines.join('\n'), line: page.slice(0, match.index).split('\n').length };
  });
}

/** Files and scripts of npm that a block names and that are not there. */
export function missingIn(block: string): string[] {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  const named = [...block.matchAll(/npm run (?:--\S+ )*([a-z][\w:-]*)/g)].map(([, name]) => name ?? '');
  const files = [...block.matchAll(/\b(dist\/\S+\.js|deploy\/[\w./-]+)/g)].map(([file]) => file);
  return [
    ...named.filter((name) => !Object.hasOwn(scripts, name)),
    ...files.filter((file) => !existsSync(join(ROOT, file.replace(/^dist\/(.*)\.js$/, '$1.ts')))),
  ];
}

/** Commands of `store` that a block calls and that its help does not have. */
export function unknownCommands(block: string, known: readonly string[]): string[] {
  const called = [...block.matchAll(/(?:npm run store --|dist\/src\/cli\/store\.js) ([a-z][\w:-]*)/g)];
  return called.map(([, name]) => name ?? '').filter((name) => !known.includes(name));
}

/** Names of alerts in rules, as headings of a runbook have them: `EventBacklog` is `event-backlog`. */
export function alertsOf(rules: string): string[] {
  return [...rules.matchAll(/^\s*- alert: (\w+)$/gm)].map(([, name = '']) =>
    name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase(),
  );
}

/** Alerts that a runbook has a heading for. */
export function headingsOf(page: string): string[] {
  return [...page.matchAll(/^### Alert ([a-z-]+)$/gm)].map(([, name]) => name ?? '');
}
