import { t } from '../text/text';

/** The value of a field for a tax band: none is `none` to the API, and empty the default band. */
export const bandValue = (band: { readonly data: { readonly id: string } } | null): string => band?.data.id ?? 'none';

/** The choice of no tax band, beside those that the store finds. */
export const NO_BAND = { value: 'none', label: t('taxes.no-tax') };
