import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A tax band of the API. */
export type TaxBand = components['schemas']['TaxRecord'];

/** A tax band with the tag of its version. */
export const readingTax = (id: string) =>
  readingRecord(['/v1/taxes', id], (signal) =>
    store.GET('/v1/taxes/{tax_id}', { params: { path: { tax_id: id } }, signal }),
  );

/** The values of a new tax band. */
export const NEW_TAX: FormValues = { title: '', rate: '', default: false, description: '' };

/** The values of a saved tax band. */
export function taxValues({ title, rate, default: isDefault, description }: TaxBand): FormValues {
  return { title, rate: String(rate), default: isDefault, description: description ?? '' };
}

/** The fields of a tax band. */
export function taxFields(): readonly FormField[] {
  return [
    { name: 'title', label: t('taxes.name'), kind: 'text', isRequired: true, help: t('taxes.name.help') },
    { name: 'rate', label: t('taxes.rate'), kind: 'number', isRequired: true, help: t('taxes.rate.help') },
    { name: 'default', label: t('taxes.default'), kind: 'switch', help: t('taxes.default.help') },
    { name: 'description', label: t('settings.description'), kind: 'long' },
  ];
}
