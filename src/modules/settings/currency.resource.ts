import { type RoundingMode } from '../../kernel/money';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf, TIME } from '../../platform/resources/resource';
import { Currency } from './data/currency.entity';

export const currencyListing = listingOf(Currency);

/** Times of a currency may be null (interface.md, Currency record). */
const TIMES = { created_at: { ...TIME, nullable: true }, updated_at: { ...TIME, nullable: true } };

/** A currency as the API answers it (interface.md, Currency record). */
@ListedBy(currencyListing)
export class CurrencyRecord extends RecordOf(Currency, TIMES) {
  declare code: string;
  declare title: string;
  declare enabled: boolean;
  declare modifier: string;
  declare exchange_rate: number;
  declare format: string;
  declare decimal_point: string;
  declare thousand_point: string;
  declare rounding: string | null;
  declare rounding_mode: RoundingMode;
  declare total_step: number | null;
  declare default: boolean;
}

export const currencyRecord = recordsOf<CurrencyRecord>(Currency);

/** A new currency. */
export class CreateCurrencyDto extends NewOf(Currency) {}

/** Changes of a currency: omitted fields stay, empty ones return to their defaults. */
export class UpdateCurrencyDto extends ChangesOf(CreateCurrencyDto) {}
