import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { TaxBand } from './data/tax-band.entity';

export type { TaxBand };

export const taxBandListing = listingOf(TaxBand, { q: byPart('q', 'title') });

/** A tax band as the API answers it (wire.md 7). */
@ListedBy(taxBandListing, { q: partWords('title') })
export class TaxRecord extends RecordOf(TaxBand) {
  declare title: string;
  declare description: string | null;
  declare rate: number;
  declare default: boolean;
}

export const taxRecord = recordsOf<TaxRecord>(TaxBand);

/** @returns the relation to a tax band, null without one (wire.md 2) */
export function taxBandRelation(band: TaxBand | undefined): Labelled<TaxRecord> | null {
  return band === undefined ? null : { value: band.title, data: taxRecord(band) };
}

/** A new tax band. */
export class CreateTaxBandDto extends NewOf(TaxBand) {}

/** Changes of a tax band: omitted fields stay, empty ones are unset. */
export class UpdateTaxBandDto extends ChangesOf(CreateTaxBandDto) {}
