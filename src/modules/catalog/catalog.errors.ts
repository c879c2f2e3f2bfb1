import { Invalid, NotFound } from '../../kernel/errors';

/** No brand has this id. */
export class BrandNotFound extends NotFound {
  readonly code = 'catalog.brand_not_found';
  constructor() {
    super('No brand found');
  }
}

/** No collection has this id. */
export class CollectionNotFound extends NotFound {
  readonly code = 'catalog.collection_not_found';
  constructor() {
    super('No collection found');
  }
}

/** No category has this id. */
export class CategoryNotFound extends NotFound {
  readonly code = 'catalog.category_not_found';
  constructor() {
    super('No category found');
  }
}

/** No product has this id. */
export class ProductNotFound extends NotFound {
  readonly code = 'catalog.product_not_found';
  constructor() {
    super('No product found');
  }
}

/** A product of which less is in stock than requested. */
export interface ShortProduct {
  readonly sku: string;
  /** Units that can still be sold. */
  readonly left: number;
}

/** The product has no modifier with this id. */
export class ModifierNotFound extends NotFound {
  readonly code = 'catalog.modifier_not_found';
  constructor() {
    super('No modifier found');
  }
}

/** The modifier has no variation with this id. */
export class VariationNotFound extends NotFound {
  readonly code = 'catalog.variation_not_found';
  constructor() {
    super('No variation found');
  }
}

/** Less is in stock than requested. No stock was taken. */
export class OutOfStock extends Invalid {
  readonly code = 'catalog.out_of_stock';
  readonly skus: readonly string[];
  /** @param short every product that is short */
  constructor(short: readonly ShortProduct[]) {
    super({ quantity: short.map(({ sku, left }) => `quantity of ${sku} is more than is in stock: ${left} left`) });
    this.skus = short.map(({ sku }) => sku);
  }
}
