import { Entity, Index } from 'typeorm';
import { type Amount, type RoundingMode } from '../../../kernel/money';
import { AmountColumn, BooleanColumn, IntegerColumn, StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A currency the store can price in. Exactly one is the default. */
@Entity('currencies')
@Index('uq_currencies__code', ['code'], { unique: true })
@Index('uq_currencies__default', ['defaultMark'], { unique: true })
export class Currency extends StoreObject {
  /** ISO 4217, upper case. */
  @StringColumn(3)
  code!: string;

  @StringColumn()
  title!: string;

  @BooleanColumn()
  enabled!: boolean;

  /** An adjustment of converted prices: `+0`, `-0.5`, `+2%`, `*3`. */
  @StringColumn(32)
  modifier!: string;

  /** Units of this currency that equal one of the default; canonical decimal text. */
  @StringColumn(32)
  exchangeRate!: string;

  /** Template holding `{price}`. */
  @StringColumn()
  format!: string;

  @StringColumn(8)
  decimalPoint!: string;

  @StringColumn(8)
  thousandPoint!: string;

  /** Ending of converted prices: null, `full`, `50` or `99`. */
  @StringColumn(8, { nullable: true })
  rounding!: string | null;

  /** Rounding of amounts half way between two minor units. */
  @StringColumn(16)
  roundingMode!: RoundingMode;

  /** Totals are multiples of it. Null: of the smallest unit. */
  @AmountColumn({ nullable: true })
  totalStep!: Amount | null;

  /** 1 for the default, null for all others: a unique key that allows one default only. */
  @IntegerColumn({ nullable: true, name: 'default_mark' })
  defaultMark!: 1 | null;
}
