import { type Amount } from '../../../kernel/money';
import { type IfMatch } from '../../../platform/database/rows/entity-tag';
import { type ModifierChoices } from '../../catalog/chosen-modifiers';

/** The fields of an item. For an item that is in the order already, what is left out stays as it is. */
export interface OrderItemFields {
  /** Sku of an item of the order; else of a product, or of a variation. */
  readonly sku: string;
  /** Choices for the product's modifiers. With it, `sku` is that of a product or a variation. */
  readonly choices?: ModifierChoices;
  readonly title?: string;
  /** 0 removes the line. */
  readonly quantity?: number;
  readonly taxRate?: string;
  /** Id of a tax band. */
  readonly taxBand?: string;
  /** Price of one unit, in the order's currency. */
  readonly price?: Amount;
  /** Id of a product; null: none. */
  readonly product?: string | null;
  /** Tags of the item that is in the order; without such an item every one of them is stale. */
  readonly ifMatch?: IfMatch;
}

/** Changes of an order, all of which are made or none (orders-and-payments.md 7). */
export interface OrderEdit {
  readonly items: readonly OrderItemFields[];
  /** Id of the method; null: none. Left out: as it is. */
  readonly shipping?: string | null;
  /** Before discounts, in the order's currency. Left out: that of the method, where that changes. */
  readonly shippingPrice?: Amount;
  /** Path of the items in the request, for the paths of faults: `items`. Missing: the request is a single item. */
  readonly path?: string;
}
