import { type EntityManager } from 'typeorm';
import { rowsById } from '../../../platform/database/relations';
import { shippingRecord, type ShippingRecord } from '../shipping.record';
import { type ShippingMethod } from './shipping-method.entity';
import { TaxBand } from './tax-band.entity';

/** Records of shipping methods, in their order, with their tax bands. */
export async function shippingRecords(
  methods: readonly ShippingMethod[],
  manager: EntityManager,
): Promise<ShippingRecord[]> {
  const bands = await rowsById(
    manager,
    TaxBand,
    methods.map((method) => method.taxBand),
  );
  return methods.map((method) => shippingRecord(method, bands.get(method.taxBand)));
}
