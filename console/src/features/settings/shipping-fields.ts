import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';
import { bandValue, NO_BAND } from '../../shared/ui/tax-band';

/** A shipping method of the API. */
export type ShippingMethod = components['schemas']['ShippingRecord'];

/** A shipping method with the tag of its version. */
export const readingMethod = (id: string) =>
  readingRecord(['/v1/shipping', id], (signal) =>
    store.GET('/v1/shipping/{shipping_id}', { params: { path: { shipping_id: id } }, signal }),
  );

/** The values of a new shipping method: customers can choose it at once. */
export const NEW_METHOD: FormValues = {
  title: '',
  slug: '',
  price: '',
  tax_band: '',
  company: '',
  status: true,
  price_min: '',
  price_max: '',
  weight_min: '',
  weight_max: '',
  description: '',
};

/** The values of a saved shipping method. */
export function methodValues(method: ShippingMethod): FormValues {
  const { title, slug, company, description, status, tax_band } = method;
  return {
    ...{ title, slug, company: company ?? '', description: description ?? '' },
    ...{ status: status.data.key === '1', tax_band: bandValue(tax_band) },
    ...{ price: String(method.price), price_min: limitText(method.price_min), price_max: limitText(method.price_max) },
    ...{ weight_min: limitText(method.weight_min), weight_max: limitText(method.weight_max) },
  };
}

/** A limit of 0 is none. */
const limitText = (limit: number): string => (limit === 0 ? '' : String(limit));

/** The carts that the method is offered to. */
function limitFields(): readonly FormField[] {
  const limits = {
    price_min: 'price-min',
    price_max: 'price-max',
    weight_min: 'weight-min',
    weight_max: 'weight-max',
  } as const;
  return Object.entries(limits).map(([name, key]) => ({
    name,
    label: t(`methods.${key}`),
    kind: 'number',
    help: t('methods.limit.help'),
  }));
}

/**
 * The fields of a shipping method. A new one gets its slug from its title.
 * @param priceTax says whether prices are entered with tax
 */
export function methodFields(isNew: boolean, priceTax = ''): readonly FormField[] {
  return [
    { name: 'title', label: t('methods.name'), kind: 'text', isRequired: true, help: t('methods.name.help') },
    {
      name: 'slug',
      label: t('slug.label'),
      kind: 'text',
      isRequired: !isNew,
      help: t(isNew ? 'slug.new' : 'slug.change'),
    },
    {
      name: 'price',
      label: t('methods.price'),
      kind: 'number',
      isRequired: true,
      help: `${t('methods.price.help')} ${priceTax}`.trim(),
    },
    {
      name: 'tax_band',
      label: t('taxes.one'),
      kind: 'choice',
      source: 'taxes',
      options: [NO_BAND],
      help: t('methods.tax.help'),
    },
    { name: 'company', label: t('methods.company'), kind: 'text' },
    { name: 'status', label: t('methods.live'), kind: 'switch', help: t('methods.live.help') },
    ...limitFields(),
    { name: 'description', label: t('settings.description'), kind: 'long', help: t('methods.description.help') },
  ];
}
