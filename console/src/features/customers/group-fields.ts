import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A customer group of the API. */
export type CustomerGroup = components['schemas']['CustomerGroupRecord'];

/** A group with the tag of its version. */
export const readingGroup = (id: string) =>
  readingRecord(['/v1/customers/groups', id], (signal) =>
    store.GET('/v1/customers/groups/{group_id}', { params: { path: { group_id: id } }, signal }),
  );

/** The values of a saved group. */
export const groupValues = ({ title, slug }: CustomerGroup): FormValues => ({ title, slug });

/** The fields of a group. A new one gets its slug from its title. */
export function groupFields(isNew: boolean): readonly FormField[] {
  return [
    { name: 'title', label: t('groups.name'), kind: 'text', isRequired: true },
    {
      name: 'slug',
      label: t('slug.label'),
      kind: 'text',
      isRequired: !isNew,
      help: t(isNew ? 'slug.new' : 'slug.change'),
    },
  ];
}
