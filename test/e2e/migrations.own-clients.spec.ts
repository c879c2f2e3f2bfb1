import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { SCOPES } from '../../src/kernel/scopes';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const ADDED = 1763704600000;
const TIME = '2026-01-31 12:00:00.000';
/** As the program writes them. */
const ALL = JSON.stringify(SCOPES);
const WRITE = '["clients:write"]';

interface Row {
  readonly name: string;
  readonly scopes: string;
  readonly origins?: string;
  readonly revoked?: true;
}
const row = (name: string, scopes = ALL): Row => ({ name, scopes });

/** Clients by their age, the oldest first, and which of them is marked. */
const CASES: readonly (readonly [string, readonly Row[], readonly (string | null)[]])[] = [
  ['the true ones', [row('command line'), row('Console')], ['command_line', 'console']],
  ['a true one beside a younger look-alike', [row('command line'), row('command line', WRITE)], ['command_line', null]],
  ['a true one beside an older look-alike', [row('Console', WRITE), row('Console')], [null, 'console']],
  ['only a look-alike', [row('command line', WRITE)], [null]],
  ['one with all scopes but one', [row('Console', JSON.stringify(SCOPES.slice(1)))], [null]],
  ['several with all scopes', [row('Console'), row('Console')], [null, null]],
  ['a revoked one', [{ ...row('command line'), revoked: true }, row('command line')], [null, 'command_line']],
  ['a public one', [{ ...row('Console'), origins: '["https://shop.example"]' }], [null]],
  [
    'names in other letters',
    ['console', 'Console ', 'COMMAND LINE', 'command  line'].map((n) => row(n)),
    [null, null, null, null],
  ],
  ['names of people', ['development', 'demo', 'bootstrap', 'shop'].map((n) => row(n)), [null, null, null, null]],
];

onEachEngine("the migration that marks the program's own clients (wire.md 5)", (engine) => {
  let dataSource: DataSource;
  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();
  const insert = async ({ name, scopes, origins, revoked }: Row, at: number): Promise<void> => {
    await dataSource.query(
      'INSERT INTO api_clients (id, client_id, name, secret_hash, scopes, origins, created_at, revoked_at) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      [String(at + 1), `c${at}`, name, `h${at}`, scopes, origins ?? null, TIME, revoked ? TIME : null],
    );
  };
  const secrets = async (): Promise<unknown> => dataSource.query('SELECT secret_hash FROM api_clients ORDER BY id');

  beforeAll(async () => {
    dataSource = await open(migrations.filter(({ name }) => Number(name.slice(-13)) <= ADDED));
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  it.each(CASES)('%s', async (_, rows, marks) => {
    await dataSource.undoLastMigration({ transaction: 'each' });
    await dataSource.query('DELETE FROM api_clients');
    for (const [at, one] of rows.entries()) await insert(one, at);
    const before = await secrets();
    await dataSource.runMigrations({ transaction: 'each' });
    const found: { program: string | null; scopes: string }[] = await dataSource.query(
      'SELECT program, scopes FROM api_clients ORDER BY id',
    );
    expect(found.map(({ program }) => program)).toEqual(marks);
    expect(found.map(({ scopes }) => scopes)).toEqual(rows.map(({ scopes }) => scopes));
    expect(await secrets()).toEqual(before);
  });
});
