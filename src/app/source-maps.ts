import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes stacks name lines of TypeScript, from the moment it is imported. Node's `--enable-source-maps` reads the map of every file
 * as the file loads, some 1,000 maps in 15 MB; this reads those of the files that a stack names, when the stack is printed.
 */
const BUILT = join(__dirname, '../..');

/** The maps that were read, by file: at most one for each file of the store. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    // A stack without its map is better than an error about it.
    return undefined;
  }
}

/** Returns the line of a stack for a frame. */
function mappedFrame(frame: NodeJS.CallSite): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  const text = `    at ${String(frame)}`;
  if (line === null || column === null || !file?.startsWith(BUILT)) return text;
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return text;
  const source = resolve(dirname(file), entry.originalSource);
  return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
}

Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map(mappedFrame)].join('\n');
