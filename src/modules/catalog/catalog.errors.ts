import { Invalid, NotFound } from '../../kernel/errors';

/** No brand has this id. */
export class BrandNotFound extends NotFound {
  readonly code = 'catalog.brand_not_found';
  constructor() {
    super('No brand found');
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

/** Less is in stock than is asked for. Nothing was taken. */
export class OutOfStock extends Invalid {
  readonly code = 'catalog.out_of_stock';
  /** @param skus of all products that are short */
  constructor(readonly skus: readonly string[]) {
    super({ quantity: skus.map((sku) => `quantity of ${sku} is more than is in stock`) });
  }
}
