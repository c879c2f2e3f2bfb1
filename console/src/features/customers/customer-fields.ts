import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A customer of the API. */
export type Customer = components['schemas']['CustomerRecord'];

/** A customer with the tag of its version. */
export const readingCustomer = (id: string) =>
  readingRecord(['/v1/customers', id], (signal) =>
    store.GET('/v1/customers/{customer_id}', { params: { path: { customer_id: id } }, signal }),
  );

/** The values of a new customer. */
export const NEW_CUSTOMER: FormValues = { first_name: '', last_name: '', email: '', group: '', password: '' };

/** The values of a saved customer. A password is never shown. */
export function customerValues({ first_name, last_name, email, group }: Customer): FormValues {
  return { first_name, last_name, email, group: group?.data.id ?? '', password: '' };
}

/** The fields of a customer. */
export function customerFields(isNew: boolean): readonly FormField[] {
  return [
    { name: 'first_name', label: t('customers.first-name'), kind: 'text', isRequired: true },
    { name: 'last_name', label: t('customers.last-name'), kind: 'text' },
    { name: 'email', label: t('customers.email'), kind: 'text', isRequired: true, help: t('customers.email.help') },
    { name: 'group', label: t('customers.group'), kind: 'choice', source: 'groups', help: t('customers.group.help') },
    {
      name: 'password',
      label: t('customers.password'),
      kind: 'secret',
      help: t(isNew ? 'customers.password.new' : 'customers.password.keep'),
    },
  ];
}
