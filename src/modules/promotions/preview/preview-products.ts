import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { type CategorizedProduct, CategorizedProductsService } from '../../catalog/categorized-products.service';
import { TaxBandsService } from '../../settings/tax-bands.service';
import { isNoTaxBand, NO_TAX_BAND } from '../../settings/tax-band-field';
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
    private readonly taxBands: TaxBandsService,
  ) {}

  /**
   * Completes each line that names a product, by id or else by SKU, with the fields that rules can ask of the product and the request
   * leaves out, so that it is priced as a checkout would. Without such a product a line has what was sent. A brand or category that is
   * sent by one of its names gets the other. The tax that is left out is that of the tax band that is sent, of the product, or else of
   * the default band, which custom items of carts have.
   * @throws ValidationFailed naming tax bands that do not exist, of lines without a rate
   */
  async complete(manager: EntityManager, sent: readonly CartLine[]): Promise<readonly CartLine[]> {
    const lines = await this.relations.ofLines(manager, sent);
    const ids = lines.flatMap(({ id }) => id ?? []);
    const products = await this.products.findMany(manager, ids, lines.flatMap(skuOf));
    const bySku = new Map([...products.values()].map((product) => [product.row.sku, product]));
    const known = lines.map((line) => {
      const [sku = ''] = skuOf(line);
      const product = line.id ? products.get(line.id) : bySku.get(sku);
      return { ...line, ...factsOf(product), ...given(line) };
    });
    return this.taxed(manager, sent, known, (id) => products.has(id));
  }

  private async taxed(
    manager: EntityManager,
    sent: readonly CartLine[],
    lines: readonly CartLine[],
    isProduct: (id: string) => boolean,
  ): Promise<readonly CartLine[]> {
    const bands = await this.taxBands.findAll(manager, [...sent, ...lines].map(bandOf));
    requireBands(sent, bands);
    const standard = await this.taxBands.findDefault(manager);
    return lines.map((line) => {
      const named = bandOf(line);
      if (line.taxRate) return named === NO_TAX_BAND ? { ...line, taxBand: undefined } : line;
      const isCustom = named === null && !isProduct(line.id ?? '');
      const band = isCustom ? standard : bands.get(named ?? NO_TAX_BAND);
      return { ...line, taxRate: band?.rate ?? '0', taxBand: band?.id };
    });
  }
}

/** The SKU of the product of a line without an id; none: it names no product. With a title of its own it is a custom item, as in a cart. */
function skuOf({ id, productSku, sku, title }: CartLine): string[] {
  const name = productSku || (title ? null : sku);
  return id || !name ? [] : [name];
}

/** The tax band that a line names; null: it names none, so that another one counts. */
function bandOf({ taxBand }: CartLine): string | null {
  if (typeof taxBand !== 'string') return null;
  return isNoTaxBand(taxBand) ? NO_TAX_BAND : taxBand;
}

/** Refuses bands that would be taken for no tax. Beside a rate, rules alone see a band, which stays as it was sent. */
function requireBands(sent: readonly CartLine[], bands: ReadonlyMap<string, unknown>): void {
  const faults = sent.flatMap((line, at) => {
    const band = bandOf(line);
    const field = `items.${at}.tax_band`;
    const isKnown = band === null || band === NO_TAX_BAND || bands.has(band);
    return isKnown || line.taxRate ? [] : [[field, [`${field} does not exist`]] as const];
  });
  if (faults.length > 0) throw new ValidationFailed(Object.fromEntries(faults));
}

function factsOf(product: CategorizedProduct | undefined): Partial<CartLine> {
  if (product === undefined) return {};
  const { row, record, categories } = product;
  const { id, sku, title, slug, salePrice, weight, taxBand } = row;
  return {
    id,
    sku,
    productSku: sku,
    title,
    slug,
    salePrice,
    weight,
    taxBand: taxBand === NO_TAX_BAND ? undefined : taxBand,
    brand: record.brand?.data,
    category: categoryFact(categories),
  };
}
