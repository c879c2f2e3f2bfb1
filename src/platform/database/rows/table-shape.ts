import { type QueryRunner, Table, type TableColumnOptions, type TableIndexOptions } from 'typeorm';

type Column = (name: string, isNullable?: boolean) => TableColumnOptions;

/** Columns of migrations, the counterparts of platform/database/rows/columns.ts, in the dialect of a connection. */
export interface Columns {
  readonly id: () => TableColumnOptions;
  readonly textId: (length: number) => TableColumnOptions;
  readonly reference: Column;
  readonly amount: Column;
  readonly integer: Column;
  readonly flag: Column;
  readonly time: Column;
  readonly text: Column;
  readonly string: (name: string, length?: number, isNullable?: boolean) => TableColumnOptions;
  /** Id, version and times: the columns of every store object. */
  readonly storeObject: () => TableColumnOptions[];
}

/** @param runner the migration's connection: types are spelled as its engine reports them */
export function columnsOf(runner: QueryRunner): Columns {
  const { driver } = runner.dataSource;
  const column =
    (type: 'bigint' | 'int' | 'boolean' | 'mediumtext'): Column =>
    (name, isNullable = false) => ({ name, type: driver.normalizeType({ type }), isNullable });
  const time: Column = (name, isNullable = false) => ({
    name,
    type: 'datetime',
    isNullable,
    ...(driver.options.type === 'better-sqlite3' ? {} : { precision: 3 }),
  });
  const id = (): TableColumnOptions => ({ ...column('bigint')('id'), isPrimary: true });
  return {
    id,
    textId: (length) => ({ name: 'id', type: 'varchar', length: String(length), isPrimary: true }),
    reference: column('bigint'),
    amount: column('bigint'),
    integer: column('int'),
    flag: column('boolean'),
    time,
    text: column('mediumtext'),
    string: (name, length = 255, isNullable = false) => ({ name, type: 'varchar', length: String(length), isNullable }),
    storeObject: () => [id(), column('int')('version'), time('created_at'), time('updated_at')],
  };
}

/** An index over columns; `uq_<table>__<field>` for a unique one tells the API which field to name. */
export function index(name: string, ...columnNames: string[]): TableIndexOptions {
  return { name, columnNames, isUnique: name.startsWith('uq_') };
}

/** Creates a table with its indices. */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndexOptions[] = [],
): Promise<void> {
  await runner.createTable(new Table({ name, columns, indices }));
}
