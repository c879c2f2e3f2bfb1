import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CatalogTitlesService } from '../catalog/catalog-titles.service';
import { CustomerGroupsService } from '../customers/customer-groups.service';
import { SettingNamesService } from '../settings/setting-names.service';
import { type RejectedPromotion } from './domain/evaluation';
import { type Subject } from './domain/messages/languages';
import { rejectionMessage } from './domain/messages/rejection-message';
import { type Language } from './message-language';
import { namedRelations, type RelationTitles, withTitles } from './domain/messages/rejection-titles';

/** A rejection with titles and a sentence. */
export interface ToldRejection extends RejectedPromotion {
  readonly message: string;
}

/** Adds titles and sentences to rejections (promotions-at-scale.md 8). */
@Injectable()
export class RejectionsService {
  constructor(
    private readonly settings: SettingNamesService,
    private readonly groups: CustomerGroupsService,
    private readonly catalog: CatalogTitlesService,
  ) {}

  /**
   * Adds titles and sentences, with at most two statements for all of them.
   * @param carts rejections of each cart, without what the caller may not see
   * @param subject of the sentences; left out: a cart
   * @returns in the order of `carts`
   */
  async tell(
    manager: EntityManager,
    carts: readonly (readonly RejectedPromotion[])[],
    language: Language,
    subject?: Subject,
  ): Promise<ToldRejection[][]> {
    if (carts.every((rejected) => rejected.length === 0)) return carts.map(() => []);
    const names = namedRelations(carts.flat());
    const { currency, shippingMethods, gateways, taxBands } = await this.settings.names(manager);
    const titles: RelationTitles = {
      method: shippingMethods,
      gateway: gateways,
      taxBand: taxBands,
      group: await this.groups.titles(manager, names.group),
      ...(await this.catalogTitles(manager, names)),
    };
    const tell = (rejected: RejectedPromotion): ToldRejection => {
      const named = withTitles(rejected, titles);
      return { ...named, message: rejectionMessage(named, { language, currency, ...(subject && { subject }) }) };
    };
    return carts.map((rejected) => rejected.map(tell));
  }

  private async catalogTitles(
    manager: EntityManager,
    names: Readonly<Record<'product' | 'brand' | 'category', ReadonlySet<string>>>,
  ): Promise<Pick<RelationTitles, 'product' | 'brand' | 'category'>> {
    const { products, brands, categories } = await this.catalog.titles(manager, {
      products: names.product,
      brands: names.brand,
      categories: names.category,
    });
    return { product: products, brand: brands, category: categories };
  }
}
