import { Invalid, NotFound } from '../../kernel/errors';

/** No currency has this id. */
export class CurrencyNotFound extends NotFound {
  readonly code = 'settings.currency_not_found';
  constructor() {
    super('No currency found');
  }
}

/** The default currency can be replaced by another, but not taken away. */
export class DefaultCurrencyRequired extends Invalid {
  readonly code = 'settings.default_currency_required';
  constructor(message: string) {
    super({ default: [`default ${message}`] });
  }
}
