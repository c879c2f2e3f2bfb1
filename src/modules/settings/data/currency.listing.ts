import {
  byAmount,
  byBoolean,
  byDecimal,
  byMark,
  byText,
  commonFilters,
} from '../../../platform/database/lists/filters';
import { searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Currency } from './currency.entity';

/** Filters and sort keys of currencies. */
export const currencyListing: Listing<Currency> = {
  filters: {
    ...commonFilters<Currency>(),
    code: byText('code'),
    title: byText('title'),
    enabled: byBoolean('enabled'),
    modifier: byText('modifier'),
    exchange_rate: byDecimal('exchangeRate'),
    format: byText('format'),
    decimal_point: byText('decimalPoint'),
    thousand_point: byText('thousandPoint'),
    rounding: byText('rounding'),
    rounding_mode: byText('roundingMode'),
    total_step: byAmount('totalStep'),
    default: byMark<Currency>('defaultMark'),
  },
  searches: searchesByPart('title'),
  sorts: { id: 'id', updated_at: 'updatedAt', code: 'code', title: 'title' },
};
