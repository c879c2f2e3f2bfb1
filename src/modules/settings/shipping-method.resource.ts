import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { type Choice, type Labelled } from '../../platform/http/envelope';
import { relationSchema } from '../../platform/http/openapi/record-schemas';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { ShippingMethod } from './data/shipping-method.entity';
import { type TaxBand, taxBandRelation, TaxRecord } from './tax-band.resource';

export type { ShippingMethod };

export const shippingMethodListing = listingOf(ShippingMethod, { q: byPart('q', 'title') });

/** A shipping method as the API answers it (wire.md 7). */
@ListedBy(shippingMethodListing, { q: partWords('title') })
export class ShippingRecord extends RecordOf(ShippingMethod, { tax_band: relationSchema(TaxRecord, 'Tax band.') }) {
  declare title: string;
  declare slug: string;
  declare company: string | null;
  declare description: string | null;
  declare status: Choice;
  declare price: number;
  declare price_min: number;
  declare price_max: number;
  declare weight_min: number;
  declare weight_max: number;
  declare tax_band: Labelled<TaxRecord> | null;
}

const ownRecord = recordsOf<ShippingRecord, 'tax_band'>(ShippingMethod);

/** @returns the record of a shipping method @param band its tax band */
export const shippingRecord = (method: ShippingMethod, band: TaxBand | undefined): ShippingRecord =>
  ownRecord(method, { tax_band: taxBandRelation(band) });

/** A new shipping method. */
export class CreateShippingMethodDto extends NewOf(ShippingMethod) {}

/** Changes of a shipping method: omitted fields stay, empty ones return to their defaults. */
export class UpdateShippingMethodDto extends ChangesOf(CreateShippingMethodDto) {}
