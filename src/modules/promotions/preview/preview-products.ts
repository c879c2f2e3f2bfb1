import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type CategorizedProduct, CategorizedProductsService } from '../../catalog/categorized-products.service';
import { categoryFact } from '../category-fact';
import { given } from './given';
import { type CartLine } from '../pricing.service';
import { PreviewRelations } from './preview-relations';

/** The products of the lines of a preview. */
@Injectable()
export class PreviewProducts {
  constructor(
    private readonly products: CategorizedProductsService,
    private readonly relations: PreviewRelations,
  ) {}

  /**
   * Completes each line that has the id of a product with the fields that rules can ask of the product and the request leaves out,
   * so that it is priced as a checkout would. Without such a product a line has what was sent. A brand or category that is sent
   * by one of its names gets the other.
   */
  async complete(manager: EntityManager, sent: readonly CartLine[]): Promise<readonly CartLine[]> {
    const lines = await this.relations.ofLines(manager, sent);
    const ids = lines.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return lines;
    const products = await this.products.findMany(manager, ids);
    return lines.map((line) => ({ ...line, ...factsOf(products.get(line.id ?? '')), ...given(line) }));
  }
}

function factsOf(product: CategorizedProduct | undefined): Partial<CartLine> {
  if (product === undefined) return {};
  const { row, record, categories } = product;
  const { sku, title, slug, salePrice, weight, taxBand } = row;
  return {
    sku,
    productSku: sku,
    title,
    slug,
    salePrice,
    weight,
    taxBand,
    brand: record.brand?.data,
    category: categoryFact(categories),
  };
}
