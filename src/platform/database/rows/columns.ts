import { Column, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { type Amount } from '../../../kernel/money';

/**
 * The column types of the store. Each is one choice that means the same on SQLite, MySQL and MariaDB: no database
 * defaults, no auto-increment, no binary floats, times from the process's clock.
 */
type Nullable = Pick<ColumnOptions, 'nullable' | 'name' | 'select'>;

const asText = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? null : String(value)),
};

/** The id of the row: BIGINT stored, decimal text in code. */
export const IdColumn = (): PropertyDecorator => PrimaryColumn({ type: 'bigint', transformer: asText });

/** An id of another row. */
export const IdReference = (options: Nullable = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', transformer: asText });

/** Money: whole ten-thousandths, `bigint` in code. */
export const AmountColumn = (options: Nullable = {}): PropertyDecorator => amountColumn(options, null);

/** Money that rows of an older version do not have: they read as 0. */
export const AddedAmountColumn = (): PropertyDecorator => amountColumn({ nullable: true }, 0n);

function amountColumn(options: Nullable, absent: Amount | null): PropertyDecorator {
  return Column({
    ...options,
    type: 'bigint',
    transformer: {
      to: (value: Amount | null | undefined) => (typeof value === 'bigint' ? value.toString() : value),
      from: (value: string | number | null) => (value === null ? absent : BigInt(value)),
    },
  });
}

/** A sum of money that a BIGINT may not hold: whole ten-thousandths as decimal text, `bigint` in code. */
export const SumColumn = (): PropertyDecorator =>
  Column({
    type: 'varchar',
    length: 64,
    transformer: {
      to: (value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
      from: (value: string) => BigInt(value),
    },
  });

/** Text of at most `length` characters, compared to the letter. */
export const StringColumn = (length = 255, options: Nullable = {}): PropertyDecorator =>
  Column({ ...options, type: 'varchar', length });

/** Text up to 16 MiB. */
export const TextColumn = (options: Nullable = {}): PropertyDecorator => Column({ ...options, type: 'mediumtext' });

/** A whole number of 32 bits. */
export const IntegerColumn = (options: Nullable = {}): PropertyDecorator => Column({ ...options, type: 'int' });

/** A whole number up to 2^53, such as a position in the event log. */
export const PositionColumn = (options: Nullable = {}): PropertyDecorator =>
  Column({
    ...options,
    type: 'bigint',
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | number | bigint | null) => (value === null ? null : Number(value)),
    },
  });

/** Yes or no. */
export const BooleanColumn = (options: Nullable = {}): PropertyDecorator => Column({ ...options, type: 'boolean' });

/** An instant with milliseconds, UTC. */
export const TimeColumn = (options: Nullable = {}): PropertyDecorator =>
  Column({ ...options, type: 'datetime', precision: 3 });

/** A plain JSON value kept as text: MySQL's own JSON type would reorder keys. */
export const JsonColumn = (options: Nullable = {}): PropertyDecorator =>
  Column({
    ...options,
    type: 'mediumtext',
    transformer: {
      to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
      from: (value: string | null) => (value === null ? null : (JSON.parse(value) as unknown)),
    },
  });
