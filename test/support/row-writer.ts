import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';

/*
 * A process of test/e2e/database.processes.spec.ts on one SQLite file: `row-writer.ts FILE store|command|visitor ROWS`.
 * `store` and `command` write ROWS rows, a hundred per commit, and end; `visitor` opens and closes the file until its
 * standard input ends, and writes one row each time. Each prints the number of its rows that were committed.
 */

const BATCH = 100;
const WRITE = `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  INSERT INTO written (writer, n, filler) SELECT ?, n, hex(randomblob(100)) FROM numbers`;

async function opened(file: string): Promise<StoreDataSource> {
  return new StoreDataSource(dataSourceOptions({ url: `sqlite:${file}`, entities: [], migrations: [] })).initialize();
}

async function write(file: string, role: string, rows: number): Promise<number> {
  const db = await opened(file);
  if (role === 'store') await db.ownFile();
  for (let n = 1; n <= rows; n += BATCH) await db.query(WRITE, [n, n + BATCH - 1, role]);
  await db.destroy();
  return rows;
}

async function visit(file: string): Promise<number> {
  let isOver = false;
  process.stdin.once('end', () => (isOver = true)).resume();
  let visits = 0;
  while (!isOver) {
    visits += 1;
    const db = await opened(file);
    await db.query(WRITE, [visits, visits, 'visitor']);
    await db.destroy();
  }
  return visits;
}

const [file = '', role = '', rows = '0'] = process.argv.slice(2);
void (role === 'visitor' ? visit(file) : write(file, role, Number(rows))).then((count) => {
  process.stdout.write(String(count));
});
