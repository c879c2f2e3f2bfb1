import { Invalid, NotFound } from '../../kernel/errors';

/** No currency has this id. */
export class CurrencyNotFound extends NotFound {
  readonly code = 'settings.currency_not_found';
  constructor() {
    super('No currency found');
  }
}

/** The default currency can be replaced by another one, but not removed. */
export class DefaultCurrencyRequired extends Invalid {
  readonly code = 'settings.default_currency_required';
  constructor(message: string) {
    super({ default: [`default ${message}`] });
  }
}

/** The default tax band can be replaced by another one, but not removed while there are others. */
export class DefaultTaxBandRequired extends Invalid {
  readonly code = 'settings.default_tax_band_required';
  constructor(message: string) {
    super({ default: [`default ${message}`] });
  }
}

/** No tax band has this id. */
export class TaxBandNotFound extends NotFound {
  readonly code = 'settings.tax_band_not_found';
  constructor() {
    super('No tax band found');
  }
}

/** No shipping method has this id. */
export class ShippingMethodNotFound extends NotFound {
  readonly code = 'settings.shipping_method_not_found';
  constructor() {
    super('No shipping method found');
  }
}

/** No gateway has this slug. */
export class GatewayNotFound extends NotFound {
  readonly code = 'settings.gateway_not_found';
  constructor() {
    super('No gateway found');
  }
}
