import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { BrandsService } from '../../catalog/brands.service';
import { CategoriesService } from '../../catalog/categories.service';
import { CustomerGroupsService } from '../../customers/customer-groups.service';
import { GatewaysService } from '../../settings/gateways.service';
import { TaxBandsService } from '../../settings/tax-bands.service';
import { ShippingMethodsService } from '../../settings/shipping-methods.service';
import {
  type CartCustomer,
  type CartLine,
  type CartShipping,
  type CartSnapshot,
  type RelationFact,
} from '../pricing.service';
import { type PreviewRequest } from './preview-request';

type Relations = RelationFact | readonly RelationFact[];

/**
 * Gives what a preview names by id or slug both names, as a checkout knows them (promotions.md 18). A name that is of no
 * record stays as it was sent.
 */
@Injectable()
export class PreviewRelations {
  constructor(
    private readonly brands: BrandsService,
    private readonly categories: CategoriesService,
    private readonly groups: CustomerGroupsService,
    private readonly methods: ShippingMethodsService,
    private readonly gateways: GatewaysService,
    private readonly taxBands: TaxBandsService,
  ) {}

  /** The brand and the categories of lines, a category with those above it. Reads nothing for lines that name none. */
  async ofLines(manager: EntityManager, lines: readonly CartLine[]): Promise<readonly CartLine[]> {
    const brands = await this.brands.namesOf(
      manager,
      lines.flatMap(({ brand }) => textsOf(brand)),
    );
    const paths = await this.categories.pathsOf(
      manager,
      lines.flatMap(({ category }) => textsOf(category)),
    );
    if (brands.size === 0 && paths.size === 0) return lines;
    const categoryOf = (name: RelationFact): readonly RelationFact[] =>
      (typeof name === 'string' && paths.get(name)) || [name];
    return lines.map((line) => {
      const { brand, category } = line;
      return {
        ...line,
        ...(typeof brand === 'string' && { brand: brands.get(brand) ?? brand }),
        ...(category && { category: listOf(category).flatMap(categoryOf) }),
      };
    });
  }

  /** The request with both names of what it names beside its lines. */
  async complete(manager: EntityManager, request: PreviewRequest): Promise<NamedRequest> {
    const { shipping, gateway, customer } = request;
    return {
      ...request,
      shipping: shipping && (await this.shipping(manager, shipping)),
      gateway: gateway === null ? null : await this.gateway(manager, gateway),
      customer: customer && (await this.customer(manager, customer)),
    };
  }

  /** Fills in the price and tax of the method where they are not sent, as a checkout does. */
  private async shipping(
    manager: EntityManager,
    { price, ...sent }: NonNullable<PreviewRequest['shipping']>,
  ): Promise<CartShipping> {
    const name = sent.id ?? sent.slug;
    const method = name ? await this.methods.find(manager, name) : undefined;
    if (method === undefined) {
      if (price === null)
        throw ValidationFailed.of('shipping.price', 'is required unless id or slug names a shipping method');
      return { ...sent, price };
    }
    const taxRate = sent.taxRate ?? (await this.taxBands.find(manager, method.taxBand))?.rate;
    return { ...sent, id: method.id, slug: method.slug, price: price ?? method.price, taxRate };
  }

  private async gateway(manager: EntityManager, idOrSlug: string): Promise<NonNullable<CartSnapshot['gateway']>> {
    const gateway = await this.gateways.find(manager, idOrSlug);
    return gateway ? { id: gateway.id, slug: gateway.slug } : idOrSlug;
  }

  private async customer(manager: EntityManager, sent: CartCustomer): Promise<CartCustomer> {
    const { group } = sent;
    if (typeof group !== 'string') return sent;
    return { ...sent, group: (await this.groups.named(manager, [group])).get(group) ?? group };
  }
}

/** A request whose relations have both names. */
export type NamedRequest = Omit<PreviewRequest, 'gateway' | 'shipping'> & {
  readonly gateway: CartSnapshot['gateway'] | null;
  readonly shipping: CartShipping | null;
};

function listOf(relations: Relations): readonly RelationFact[] {
  return Array.isArray(relations) ? (relations as readonly RelationFact[]) : [relations as RelationFact];
}

function textsOf(relations: Relations | null | undefined): string[] {
  return relations ? listOf(relations).filter((name): name is string => typeof name === 'string') : [];
}
