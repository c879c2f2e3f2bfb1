import { type OpenAPIObject } from '@nestjs/swagger';
import { bodyOf } from './whole-schema';

export type Json = Record<string, unknown>;
/** An operation that writes, with the examples of its body. */
export interface DocumentedWrite {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  /** Undefined: the request has no body. */
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: Json }>> | undefined;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly examples: DocumentedWrite['examples'] }>>;
}

/** Operations that run first, in this order: each creates records that later ones name. */
const FIRST = [
  'issueToken', 'createTaxBand', 'createCurrency', 'createCustomerGroup', 'createCustomer',
  'issueCustomerToken', 'createMyAddress', 'updateMyAddress', 'removeMyAddress', 'updateMe', 'createAddress', 'createBrand',
  'createCollection',
  'createCategory', 'createShippingMethod', 'createProduct', 'createPromotion', 'createWebhook', 'pingWebhook',
  'createOrder', 'addOrderItem', 'createShipment', 'updateShipment', 'removeShipment', 'payOrder', 'addCartItem', 'setCartDiscountCode', 'checkoutCart',
]; // prettier-ignore
/** A product that has modifiers is sold with a choice; then removals: what refers to others goes before them. */
const LAST = [
  'createModifier', 'createVariation', 'updateModifier', 'updateVariation', 'removeVariation', 'removeModifier',
  'removeCartItem', 'removeCartDiscountCode', 'emptyCart', 'removeOrderItem', 'removeOrderItemBySku', 'removeOrder', 'removeProduct', 'removeBrand', 'removeCollection',
  'removeCategory', 'removeAddress', 'removeCustomer', 'removeCustomerGroup', 'removeShippingMethod', 'removeTaxBand',
  'removeCurrency', 'removePromotion', 'removeWebhook',
]; // prettier-ignore
const SAMPLE_ID = '890123456789012345';
const SAMPLE_FILE = '890123456789012348';

/**
 * Payment providers send the first, signed (test/e2e/stripe.spec.ts); the second takes the token of an event
 * (password-resets.spec.ts); the others name a code and a job (codes.spec.ts).
 */
const ELSEWHERE = ['addPaymentNotification', 'setCustomerPassword', 'revokePromotionCode', 'cancelPromotionCodeJob'];

/** All of them, in an order in which their examples succeed in one store. */
export function writesOf(document: OpenAPIObject): DocumentedWrite[] {
  const writes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Json>)
      .filter(([method, { deprecated }]) => ['post', 'put', 'delete'].includes(method) && deprecated !== true)
      .filter(([, { operationId }]) => !ELSEWHERE.includes(String(operationId)))
      .map(([method, operation]) => {
        const body = bodyOf<Body>(operation['requestBody'] as object | undefined, document);
        const isFile = body !== undefined && body.content['application/json'] === undefined;
        const examples = isFile ? undefined : body && (body.content['application/json']?.examples ?? {});
        return { method: method.toUpperCase(), path, id: String(operation['operationId']), examples };
      }),
  );
  const rank = ({ id }: DocumentedWrite): number => {
    if (FIRST.includes(id)) return FIRST.indexOf(id);
    return LAST.includes(id) ? 1000 + LAST.indexOf(id) : 500;
  };
  return writes.sort((a, b) => rank(a) - rank(b));
}

/** The ids of a store, by the names of the fields and parameters that hold them. */
export class DocumentedWorld {
  readonly ids: Record<string, string> = { slug: 'dummy', method: 'purchase', cart_id: '3f2a9c' };

  /** Token of the customer who is signed in. */
  private token = '';

  headersOf(path: string): Record<string, string> {
    return path.startsWith('/v1/customers/me') ? { 'x-customer-token': this.token } : {};
  }

  /** A value with the ids of the store in place of the sample id and the sample credentials. */
  fill(value: unknown, field = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => this.fill(one, field));
    if (value !== null && typeof value === 'object') {
      const keys: Record<string, string> = { [SAMPLE_ID]: 'category_id', [SAMPLE_FILE]: 'file_id' };
      const key = (name: string): string => this.ids[keys[name] ?? ''] ?? name;
      return Object.fromEntries(Object.entries(value).map(([name, below]) => [key(name), this.fill(below, name)]));
    }
    const isSample = value === SAMPLE_ID || field === 'client_id' || field === 'client_secret';
    return isSample ? (this.ids[field] ?? value) : value;
  }

  path(template: string): string {
    return template.replace(/\{(\w+)\}/g, (_, name: string) => this.ids[name] ?? `no-${name}`);
  }

  /** Keeps the ids of what a request made. */
  learn(id: string, result: Json): void {
    const noun = /^(?:create|add|ping)([A-Z]\w+)$/.exec(id)?.[1];
    const names: Record<string, readonly string[]> = {
      TaxBand: ['tax_id', 'tax_band'],
      CustomerGroup: ['group_id', 'group'],
      ShippingMethod: ['shipping_id'],
      OrderItem: ['item_id'],
      MyAddress: ['address_id'],
      Product: ['product_id', 'product', 'id'],
    };
    if (id === 'pingWebhook') this.ids['delivery_id'] = String(result['id']);
    else if (id === 'issueCustomerToken') this.token = String(result['token']);
    else if (id === 'addCartItem') this.ids['identifier'] = Object.keys(result['contents'] as Json)[0] ?? '';
    else if (noun !== undefined) {
      for (const name of names[noun] ?? [`${noun.toLowerCase()}_id`]) this.ids[name] = String(result['id']);
    }
  }
}
