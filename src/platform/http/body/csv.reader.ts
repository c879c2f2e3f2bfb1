import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { InvalidUtf8 } from '../request.errors';

/** A row of a table, by the line it begins on. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The table is not CSV (RFC 4180), or has a row that is longer than any that is taken. */
export class CsvFault extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Characters of a row. */
const MAX_ROW = 4096;
const REPLACED = '\uFFFD';
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a table of comma-separated values row by row: quoted cells, lines that end in LF or CRLF, empty lines left out. One
 * row and one chunk of the file are in memory at a time.
 * @throws CsvFault, InvalidUtf8
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  const rows = new CsvRows();
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const chunk of createReadStream(path)) {
    const text = decoder.write(chunk as Buffer);
    if (text.includes(REPLACED)) throw new InvalidUtf8();
    yield* rows.read(isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    isFirst &&= text === '';
  }
  if (decoder.end() !== '') throw new InvalidUtf8();
  yield* rows.end();
}

/** The state between two characters. */
class CsvRows {
  private cells: string[] = [];
  private cell = '';
  private length = 0;
  private line = 1;
  private startedAt = 1;
  private isQuoted = false;
  /** The last character was a quote within a quoted cell: its end, unless another follows. */
  private isAfterQuote = false;

  *read(text: string): Generator<CsvRow> {
    for (const letter of text) {
      this.length += 1;
      if (this.length > MAX_ROW) throw new CsvFault(this.startedAt, `must be at most ${MAX_ROW} characters long`);
      if (this.isQuoted) this.quoted(letter);
      else if (letter === '\n') yield* this.row();
      else this.plain(letter);
      if (letter === '\n') this.line += 1;
      if (this.length === 0) this.startedAt = this.line;
    }
  }

  *end(): Generator<CsvRow> {
    if (this.isQuoted) throw new CsvFault(this.startedAt, 'has a quoted cell without an end');
    yield* this.row();
  }

  private quoted(letter: string): void {
    if (letter !== '"') {
      this.cell += letter;
      return;
    }
    this.isQuoted = false;
    this.isAfterQuote = true;
  }

  private plain(letter: string): void {
    if (letter === '"' && (this.cell === '' || this.isAfterQuote)) {
      if (this.isAfterQuote) this.cell += letter;
      this.isQuoted = true;
      this.isAfterQuote = false;
    } else if (letter === ',') {
      this.cells.push(this.cell);
      this.cell = '';
      this.isAfterQuote = false;
    } else this.cell += letter;
  }

  private *row(): Generator<CsvRow> {
    const cells = [...this.cells, this.cell].map((cell) => cell.trim());
    const { startedAt: line } = this;
    [this.cells, this.cell, this.length, this.isAfterQuote] = [[], '', 0, false];
    if (cells.some((cell) => cell !== '')) yield { line, cells };
  }
}
