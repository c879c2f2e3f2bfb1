import { type Amount } from '../../kernel/money';

/** A setting that a gateway needs from the operator, such as an API key. */
export interface GatewaySetting {
  /** Key in the gateway's `settings`. */
  readonly name: string;
  /** The gateway does not work without it. */
  readonly required: boolean;
  /** It is never shown again. */
  readonly secret: boolean;
}

/** A gateway as its own code describes it. */
export interface GatewayDescription {
  /** Its key in the API; at most 64 characters, the size of its column. */
  readonly slug: string;
  /** Default of its name for people. */
  readonly name: string;
  readonly settings: readonly GatewaySetting[];
  /** It only records payments that the shop got elsewhere, so a buyer cannot purchase by it (storefront.md 1). */
  readonly isRecordOnly?: true;
  /** It moves no money: in production it takes payments only with the setting TEST_PAYMENTS (orders-and-payments.md 17). */
  readonly isTest?: true;
  /** Returns the least amount of a currency that it takes: it takes multiples of it. Without this method it takes every amount. */
  totalStep?(currency: string): Amount;
}

/** Settings that a gateway can have. */
export const MAX_SETTINGS = 50;

/** Settings of a gateway by name, as the operator sent them. */
export type GatewaySettings = Readonly<Record<string, string>>;

/** Returns the names of required settings that are not there. */
export function missingSettings(gateway: GatewayDescription | undefined, settings: GatewaySettings): string[] {
  const required = gateway?.settings.filter((setting) => setting.required) ?? [];
  return required.map(({ name }) => name).filter((name) => !Object.hasOwn(settings, name));
}
