import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AddedAmountColumn,
  AmountColumn,
  BooleanColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
  TextColumn,
} from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type ActionKey } from '../domain/actions/promotion-actions';
import { type RuleGroup } from '../domain/rules/rule-tree';

/** A cart discount (interface.md, Promotion). Its uses are counted in tables of their own. */
@Entity('promotions')
@Index('uq_promotions__title', ['title'], { unique: true })
@Index('uq_promotions__discount_code', ['codeKey'], { unique: true })
@Index('ix_promotions__created_at', ['createdAt', 'id'])
@Index('ix_promotions__customer_group', ['customerGroup'])
export class Promotion extends StoreObject {
  @StringColumn()
  title!: string;

  /** `YYYY-MM-DD` in the store's time zone, as is `to`; both inclusive. */
  @StringColumn(10)
  from!: string;

  @StringColumn(10)
  to!: string;

  /** As typed; null: applied automatically. */
  @StringColumn(255, { nullable: true })
  discountCode!: string | null;

  /** The code in the form that is compared and unique (promotions.md 34). */
  @StringColumn(255, { nullable: true, name: 'discount_code_key' })
  codeKey!: string | null;

  /** Whether it has a pool of codes, and so applies by a code only; null: an older version wrote it, and it has none. */
  @BooleanColumn({ nullable: true })
  hasCodes!: boolean | null;

  /** 0: no limit. */
  @IntegerColumn()
  maxUses!: number;

  /** 0: no limit. */
  @IntegerColumn()
  customerUses!: number;

  /** Most that it may take off in all, in the default currency; 0: no limit. */
  @AddedAmountColumn()
  budget!: Amount;

  @IdReference({ nullable: true })
  customerGroup!: string | null;

  /** Name of its group; null: none (promotions-at-scale.md 1). */
  @StringColumn(64, { nullable: true })
  bestOf!: string | null;

  /** Ids of promotions that do not apply where this one does, or `all`; null: none. */
  @JsonColumn({ nullable: true })
  excludes!: readonly string[] | null;

  @BooleanColumn({ name: 'status' })
  isLive!: boolean;

  @BooleanColumn({ name: 'terminating' })
  isTerminating!: boolean;

  @BooleanColumn({ name: 'persistent' })
  isPersistent!: boolean;

  @StringColumn(32)
  action!: ActionKey;

  @IntegerColumn()
  priority!: number;

  @AmountColumn()
  amount!: Amount;

  /** 0: none. */
  @AmountColumn()
  maxQuantity!: Amount;

  @IntegerColumn()
  triggerQuantity!: number;

  @BooleanColumn({ name: 'apply_to_shipping' })
  appliesToShipping!: boolean;

  /** Ids as text; null when unset. */
  @JsonColumn({ nullable: true })
  shippingMethods!: readonly string[] | null;

  @TextColumn()
  description!: string;

  @JsonColumn({ nullable: true })
  matchRules!: RuleGroup | null;

  @JsonColumn({ nullable: true })
  matchItems!: RuleGroup | null;
}
