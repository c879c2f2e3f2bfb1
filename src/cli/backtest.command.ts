import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type INestApplicationContext } from '@nestjs/common';
import { ValidationFailed } from '../kernel/errors';
import { BacktestsService } from '../modules/backtests/backtests.service';
import { type BacktestRecord } from '../modules/backtests/backtest.record';
import { CreateBacktestDto } from '../modules/backtests/http/backtest.dto';
import { FieldFault, invalidField, MAX_FIELDS } from '../platform/http/body/field.rules';
import { parseJson, syntaxFault } from '../platform/http/body/json.parser';
import { readDto } from '../platform/http/fields/dto.pipe';
import { TooManyFields } from '../platform/http/request.errors';
import { backtestTable, progressBar } from './backtest.table';
import { withStore } from './with-store';

/** The options of `store promotion:backtest`. */
export interface BacktestArguments {
  readonly file: string;
  readonly from?: string;
  readonly to?: string;
  readonly mode?: string;
  readonly baseline?: string;
  readonly codes?: string;
  readonly json?: true;
}

/** Interval between reads of the progress. */
const LOOK_MS = 300;
/** A worker looks for jobs every second. */
const PATIENCE_MS = 5_000;
/** Bytes of the file: as much as a request may have. */
const MAX_BYTES = 1_048_576;

/** Tests the promotions of a file on past orders and prints the result. @throws ValidationFailed naming each field at fault */
export async function backtestCommand(options: BacktestArguments, say: (text: string) => void): Promise<void> {
  const { from, to, mode, baseline, codes, file } = options;
  const sent = { from, to, mode, baseline, codes, promotions: await promotionsOf(file) };
  const body = readDto(CreateBacktestDto, sent);
  const record = await withStore((store) => testIn(store, body));
  say(options.json === true ? JSON.stringify(record, null, 2) : backtestTable(record));
  if (record.state !== 'done') process.exitCode = 1;
}

/** Ids and definitions of promotions, numbers as their exact text. @throws ValidationFailed */
async function promotionsOf(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw ValidationFailed.of('--file', `cannot be read: ${error.message}`);
  });
  if (Buffer.byteLength(text) > MAX_BYTES) throw ValidationFailed.of('--file', `must be at most ${MAX_BYTES} bytes`);
  const promotions = parsed(text);
  if (!Array.isArray(promotions)) throw ValidationFailed.of('--file', 'must be a JSON list of promotions and of ids');
  return promotions;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof FieldFault) throw invalidField(['promotions', ...error.path], error.message);
    if (error instanceof TooManyFields) throw ValidationFailed.of('--file', `must hold at most ${MAX_FIELDS} values`);
    if (!(error instanceof SyntaxError)) throw error;
    throw ValidationFailed.of('--file', `is not JSON: ${syntaxFault(text) ?? error.message}`);
  }
}

/** Waits for the workers of the store, which do the work. */
async function testIn(store: INestApplicationContext, body: CreateBacktestDto): Promise<BacktestRecord> {
  const backtests = store.get(BacktestsService);
  let record = await backtests.create(body.toRequest());
  for (let waited = 0; record.state === 'queued' || record.state === 'running'; waited += LOOK_MS) {
    await pause(LOOK_MS);
    record = await backtests.get(record.id);
    show(record, waited);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  return record;
}

/** The progress bar goes to standard error, a terminal only: standard output has the result. */
function show(record: BacktestRecord, waited: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${progressBar(record)}`);
  const isLate = record.state === 'queued' && waited < PATIENCE_MS && waited + LOOK_MS >= PATIENCE_MS;
  if (isLate) process.stderr.write('\nNo worker has begun yet. Start the store, or its worker, to go on.\n');
}
