import { type Place, SHARD_PLAN } from '../../bench/shards/shard-plan';
import { storeDataSource } from '../support/database';
import { readPage } from './pages';

/** A table, its primary key, and where its rows are: the heading and, below the first two, the column that chooses the shard. */
type Row = readonly [table: string, key: string, heading: string, column?: string];

const ORDER = 'With their order';
const OTHER = 'By another key';
const HEADINGS = {
  writer: 'Where their change is written',
  copied: 'Copied to every shard',
  shared: 'In the shared database',
} as const satisfies Record<Extract<Place, string>, string>;

/** The rows of the tables below the headings of the plan. */
function rowsOf(page: string): Row[] {
  const parts = page.split(/^#+ /m).map((part) => [part.slice(0, part.indexOf('\n')), part] as const);
  return parts.flatMap(([heading, part]) => {
    if (![ORDER, OTHER, ...Object.values<string>(HEADINGS)].includes(heading)) return [];
    const cells = [...part.matchAll(/^\| `(.+)$/gm)].map(([line]) =>
      line
        .slice(1)
        .split('|')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
    return cells.map(([table = '', key = '', column = '']): Row =>
      heading === ORDER || heading === OTHER ? [table, key, heading, column] : [table, key, heading],
    );
  });
}

async function plannedRows(): Promise<Row[]> {
  const dataSource = await storeDataSource('sqlite::memory:').initialize();
  const rows = dataSource.entityMetadatas.map(({ tableName, primaryColumns }): Row => {
    const key = primaryColumns.map(({ databaseName }) => databaseName).join(' + ');
    const place = SHARD_PLAN[tableName];
    if (place === undefined) return [tableName, key, 'has no place in the plan'];
    if (typeof place === 'string') return [tableName, key, HEADINGS[place]];
    return [tableName, key, place.key === 'order' ? ORDER : OTHER, place.column];
  });
  await dataSource.destroy();
  return rows;
}

const sorted = (rows: readonly Row[]): Row[] => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

describe('the shard plan', () => {
  it('of docs/scaling.md is that of the simulation, and has every table of the schema once', async () => {
    const planned = sorted(await plannedRows());
    expect(sorted(rowsOf(readPage('docs/scaling.md')))).toEqual(planned);
    expect(Object.keys(SHARD_PLAN).sort()).toEqual(planned.map(([table]) => table));
  });

  it('is read from the page by its headings', () => {
    const page = `## Shard\n| \`none\` | \`id\` |\n### ${ORDER}\n\n| Table | Key | Split by |\n| --- | --- | --- |\n| \`a\` | \`b\` + \`c\` | \`b\` | Nothing |\n### ${HEADINGS.shared}\n| \`d\` | \`id\` | Nothing |\n## Next\n| \`e\` | \`id\` |\n`;
    expect(rowsOf(page)).toEqual([
      ['a', 'b + c', ORDER, 'b'],
      ['d', 'id', HEADINGS.shared],
    ]);
  });
});
