import { type Clock } from '../../../kernel/clock';
import { isDuplicate } from '../connection/driver-faults';
import { type Session } from './session';

/** Three connections and a table of their own: `id`, `v` (a number), `s` (a unique text). It has the rows 1, 2 and 3, with `v` 0. */
export interface Ground {
  readonly table: string;
  readonly a: Session;
  readonly b: Session;
  readonly c: Session;
  readonly clock: Clock;
}

/** A need of the store from its database (docs/scaling.md, "Check that a database fits"). */
export interface Need {
  readonly title: string;
  /** Tries it. @returns what is wrong; undefined: it fits */
  readonly tryOut: (ground: Ground) => Promise<string | undefined>;
}

/** Commits that are read at once on another connection. */
const READS = 50;
/** Lists and sweeps compare times, with 30 s of room. */
const MAX_SECONDS_APART = 5;

/** All of them. Each ends its transactions. */
export const NEEDS: readonly Need[] = [
  {
    title: 'a transaction sees what others commit, and nothing before they do (READ COMMITTED)',
    tryOut: readCommitted,
  },
  { title: 'a row that is locked cannot be changed by others (FOR UPDATE)', tryOut: locks },
  { title: 'SKIP LOCKED skips the rows that others have locked, at once', tryOut: skips },
  { title: 'an UPDATE with a condition says how many rows it changed', tryOut: affectedRows },
  { title: 'two such UPDATEs at the same time: the second one sees what the first has done', tryOut: conditionalRace },
  { title: 'a unique key refuses a second row, and admits it when the first is rolled back', tryOut: uniqueKeys },
  { title: 'a commit is seen at once on every connection (read your writes)', tryOut: readYourWrites },
  { title: 'a transaction that is rolled back leaves nothing', tryOut: rollsBack },
  { title: 'a column and an index are added beside writers (online DDL)', tryOut: onlineDdl },
  { title: 'texts of all characters and times with milliseconds come back as they were', tryOut: values },
  { title: 'its clock is right to a few seconds', tryOut: clocks },
];

async function readCommitted({ table, a, b }: Ground): Promise<string | undefined> {
  const read = `SELECT v FROM ${table} WHERE id = 1`;
  await a.begin();
  const first = await a.value(read);
  await b.begin();
  await b.query(`UPDATE ${table} SET v = v + 1 WHERE id = 1`);
  const uncommitted = await a.value(read);
  await b.commit();
  const committed = await a.value(read);
  await a.rollback();
  if (uncommitted !== first) return 'it shows what is not committed yet';
  return Number(committed) === Number(first) + 1
    ? undefined
    : 'a transaction goes on seeing the state of its first read';
}

async function locks({ table, a, b }: Ground): Promise<string | undefined> {
  await a.begin();
  await a.query(`SELECT id FROM ${table} WHERE id = 1 FOR UPDATE`);
  const isRefused = await failure(() => b.query(`UPDATE ${table} SET v = v + 1 WHERE id = 1`));
  await a.rollback();
  return isRefused === undefined ? 'another connection changed a locked row' : undefined;
}

async function skips({ table, a, b, c }: Ground): Promise<string | undefined> {
  const next = `SELECT id FROM ${table} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const taken: (string | undefined)[] = [];
  for (const session of [a, b, c]) {
    await session.begin();
    const fault = await failure(async () => void taken.push(await session.value(next)));
    if (fault !== undefined) {
      await Promise.all([a.rollback(), b.rollback(), c.rollback()]);
      return `it waits for locked rows: ${fault.message}`;
    }
  }
  await Promise.all([a.rollback(), b.rollback(), c.rollback()]);
  return new Set(taken).size === 3
    ? undefined
    : `three connections took the rows ${taken.join(', ')}: SKIP LOCKED skips nothing`;
}

async function affectedRows({ table, a }: Ground): Promise<string | undefined> {
  await a.query(`UPDATE ${table} SET v = 0 WHERE id = 2`);
  const take = `UPDATE ${table} SET v = v + 1 WHERE id = 2 AND v < 1`;
  const counts = [await a.changed(take), await a.changed(take)];
  return counts.join() === '1,0' ? undefined : `it says ${counts.join(' and ')} rows instead of 1 and 0`;
}

async function conditionalRace({ table, a, b }: Ground): Promise<string | undefined> {
  await a.query(`UPDATE ${table} SET v = 0 WHERE id = 2`);
  const take = `UPDATE ${table} SET v = v + 1 WHERE id = 2 AND v < 1`;
  await a.begin();
  await b.begin();
  const first = await a.changed(take);
  const waiting = b.changed(take);
  // It may fail before it is awaited.
  waiting.catch(() => undefined);
  await a.commit();
  const second = await waiting;
  await b.commit();
  const left = await a.value(`SELECT v FROM ${table} WHERE id = 2`);
  return first === 1 && second === 0 && left === '1'
    ? undefined
    : `both took the last one: ${first} and ${second} rows, ${left} taken`;
}

async function uniqueKeys({ table, a, b }: Ground): Promise<string | undefined> {
  const add = (id: number): string => `INSERT INTO ${table} (id, v, s) VALUES (${id}, 0, 'same')`;
  await a.begin();
  await a.query(add(10));
  await b.begin();
  const waiting = b.query(add(11));
  waiting.catch(() => undefined);
  await a.rollback();
  await waiting;
  await b.commit();
  const refused = await failure(() => a.query(add(12)));
  await a.query(`DELETE FROM ${table} WHERE id > 9`);
  return isDuplicate(refused) ? undefined : `a second row with the same key: ${refused?.message ?? 'was accepted'}`;
}

async function readYourWrites({ table, a, b }: Ground): Promise<string | undefined> {
  await a.query(`UPDATE ${table} SET v = 0 WHERE id = 3`);
  for (let n = 1; n <= READS; n += 1) {
    await a.query(`UPDATE ${table} SET v = ${n} WHERE id = 3`);
    const seen = await b.value(`SELECT v FROM ${table} WHERE id = 3`);
    if (seen !== String(n))
      return `another connection read ${seen} after ${n} was committed: it may be a replica that lags`;
  }
  return undefined;
}

async function rollsBack({ table, a, b }: Ground): Promise<string | undefined> {
  await a.begin();
  await a.query(`INSERT INTO ${table} (id, v, s) VALUES (20, 0, 'gone')`);
  await a.query(`UPDATE ${table} SET v = 99 WHERE id = 1`);
  await a.rollback();
  const left = await b.value(`SELECT COUNT(*) FROM ${table} WHERE id = 20 OR v = 99`);
  return left === '0' ? undefined : `${left} rows are left: the tables may have an engine without transactions`;
}

async function onlineDdl({ table, a, b }: Ground): Promise<string | undefined> {
  const online = 'ALGORITHM=INPLACE, LOCK=NONE';
  const changes = [`ADD COLUMN added INT NULL, ${online}`, `ADD INDEX ix_added (added, id), ${online}`];
  for (const change of changes) {
    const fault = await failure(() => a.query(`ALTER TABLE ${table} ${change}`));
    if (fault !== undefined) return `ALTER TABLE … ${change}: ${fault.message}`;
  }
  const fault = await failure(() => b.query(`UPDATE ${table} SET added = 1 WHERE id = 1`));
  if (fault !== undefined) return fault.message;
  const galera = await a.query("SHOW VARIABLES LIKE 'wsrep_on'");
  return String((galera.records as { Value?: string }[])[0]?.Value) === 'ON'
    ? 'Galera stops writes on all nodes while a table is changed: run migrations in a quiet hour (docs/upgrading.md)'
    : undefined;
}

async function values({ table, a, b }: Ground): Promise<string | undefined> {
  const text = 'Grüße 漢字 😀';
  await a.query(`UPDATE ${table} SET s = ?, at = '2026-01-31 12:00:00.123' WHERE id = 1`, [text]);
  const back = await b.value(`SELECT s FROM ${table} WHERE id = 1`);
  const at = await b.value(`SELECT DATE_FORMAT(at, '%Y-%m-%d %H:%i:%s.%f') FROM ${table} WHERE id = 1`);
  await a.query(`UPDATE ${table} SET s = 'one' WHERE id = 1`);
  if (back !== text) return `"${text}" came back as "${back}"`;
  return at === '2026-01-31 12:00:00.123000' ? undefined : `12:00:00.123 came back as ${at}`;
}

async function clocks({ a, clock }: Ground): Promise<string | undefined> {
  const before = clock.now().getTime();
  const theirs = Number(await a.value('SELECT ROUND(1000 * UNIX_TIMESTAMP(NOW(3))) AS at'));
  const apart = Math.max(before - theirs, theirs - clock.now().getTime(), 0) / 1000;
  return apart <= MAX_SECONDS_APART ? undefined : `it differs by ${Math.round(apart)} s from the clock of this machine`;
}

async function failure(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
