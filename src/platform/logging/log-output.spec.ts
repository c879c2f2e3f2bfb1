import fs, { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogOutput } from './log-output';

/** The error of `fs.write` on a full disk. */
const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

describe('the output of log lines (hardening 3)', () => {
  let file: string;
  let output: LogOutput;
  const written = (): string => readFileSync(file, 'utf8');
  const flushed = (): Promise<void> => new Promise((done) => output.prompt.flush(done));

  /** Writes that end when they are told to, one after another. */
  const heldWrites = () => {
    jest.useFakeTimers();
    const writes: string[] = [];
    let finish = (): void => undefined;
    jest.spyOn(fs, 'write').mockImplementation(((_fd: number, bytes: Buffer, done: (e: null, n: number) => void) => {
      writes.push(bytes.toString());
      finish = () => done(null, bytes.length);
    }) as unknown as typeof fs.write);
    return { writes, end: () => finish() };
  };

  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'storekeeper-log-')), 'log');
    output = new LogOutput(openSync(file, 'w'), (lines) => `lost ${lines}\n`);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('writes the lines of all its loggers in order', async () => {
    output.prompt.write('1\n');
    output.together.write('2\n');
    output.prompt.write('3\n');
    await flushed();
    expect([written(), output.dropped]).toEqual(['1\n2\n3\n', 0]);
  });

  it('writes lines that come in numbers together, those that come during a write too', async () => {
    const { writes, end } = heldWrites();
    output.together.write('1\n');
    jest.advanceTimersByTime(99);
    expect(writes).toEqual([]);
    jest.advanceTimersByTime(1);
    output.together.write('2\n');
    end();
    output.together.write('3\n');
    expect(writes).toEqual(['1\n']);
    jest.advanceTimersByTime(100);
    output.together.write('4\n');
    output.prompt.write('5\n');
    expect(writes).toEqual(['1\n', '2\n3\n']);
    end();
    expect(writes).toEqual(['1\n', '2\n3\n', '4\n5\n']);
    output.together.write('6\n');
    const flush = flushed();
    end();
    end();
    await flush;
    expect(writes).toEqual(['1\n', '2\n3\n', '4\n5\n', '6\n']);
  });

  it('writes what waited long enough during a slow write right after it', () => {
    const { writes, end } = heldWrites();
    output.prompt.write('1\n');
    output.together.write('2\n');
    jest.advanceTimersByTime(150);
    end();
    expect(writes).toEqual(['1\n', '2\n']);
    end();
    output.together.write('3\n');
    jest.advanceTimersByTime(100);
    expect(writes).toEqual(['1\n', '2\n', '3\n']);
  });

  it('drops lines while the disk is full, and says how many when it works again', async () => {
    const refuse = jest.spyOn(fs, 'write');
    refuse.mockImplementation(((_fd: number, _bytes: Buffer, done: (error: Error) => void) => {
      setImmediate(() => done(FULL));
    }) as unknown as typeof fs.write);
    output.prompt.write('1\n');
    output.prompt.write('2\n');
    await flushed();
    expect([written(), output.dropped]).toEqual(['', 2]);
    refuse.mockRestore();
    output.prompt.write('3\n');
    await flushed();
    expect([written(), output.dropped]).toEqual(['3\nlost 2\n', 2]);
  });

  it('keeps at most 1 MiB for a reader that is slow', async () => {
    for (let i = 0; i < 3; i += 1) output.together.write('x'.repeat(500_000));
    expect(output.dropped).toBe(1);
    await flushed();
    expect(written()).toHaveLength(1_000_000 + 'lost 1\n'.length);
  });

  it('writes what waits when the process ends, and gives up when it cannot', () => {
    output.together.write('1\n');
    output.writeLast();
    expect(written()).toBe('1\n');
    output.together.write('2\n');
    jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw FULL;
    });
    expect(() => output.writeLast()).not.toThrow();
  });
});
