import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store, type Versioned } from '../../shared/api/store';
import { fullName } from '../../shared/text/full-name';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { formBody } from '../../shared/ui/form-field';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { ChangeForm, RemoveButton } from '../../shared/ui/record-section';
import { Facts, Time } from '../../shared/ui/values';
import { Addresses } from './addresses';
import { type Customer, customerFields, customerValues, readingCustomer } from './customer-fields';
import { CustomerMoney } from './customer-money';
import { CustomerOrders } from './customer-orders';

/** One customer: facts, addresses and orders. */
export function Page(): ReactNode {
  const id = useParameter('customerId');
  const customer = useQuery(readingCustomer(id));
  const may = useMay();
  const mayWrite = may('customers:write');
  const record = customer.data?.record;
  return (
    <Frame
      title={record === undefined ? t('customers.one') : fullName(record)}
      under={{ title: t('customers.title'), path: '/customers' }}
      actions={mayWrite && record !== undefined && <Remove customer={record} />}
    >
      <Read of={customer} lines={10}>
        {(version) => (
          <>
            <div className="columns">
              <Section title={t('customers.facts')}>
                <CustomerFacts of={version.record} />
              </Section>
              {may('orders:read') && <CustomerMoney customer={id} />}
              <Addresses key={id} customer={id} />
            </div>
            {may('orders:read') && <CustomerOrders customer={id} />}
            {mayWrite && <Change key={id} of={version} />}
          </>
        )}
      </Read>
    </Frame>
  );
}

function CustomerFacts({ of: { email, group, created_at, updated_at, id } }: { readonly of: Customer }): ReactNode {
  return (
    <Facts
      of={[
        [t('customers.email'), email],
        [
          t('customers.group'),
          group && (
            <PageLink key="group" to={`/customers/groups/${group.data.id}`}>
              {group.value}
            </PageLink>
          ),
        ],
        [t('customers.created'), <Time key="created" value={created_at} />],
        [t('customers.updated'), <Time key="updated" value={updated_at} />],
        [t('customers.id'), id],
      ]}
    />
  );
}

function Change({ of }: { readonly of: Versioned<Customer> }): ReactNode {
  const { id } = of.record;
  return (
    <Section title={t('customers.change')}>
      <ChangeForm
        of={of}
        reading={readingCustomer(id)}
        fields={customerFields(false)}
        values={customerValues}
        done={t('customers.saved')}
        save={(changed, headers) =>
          store.PUT('/v1/customers/{customer_id}', {
            params: { path: { customer_id: id } },
            body: formBody(changed),
            headers,
          })
        }
      />
    </Section>
  );
}

function Remove({ customer }: { readonly customer: Customer }): ReactNode {
  return (
    <RemoveButton
      question={t('customers.remove.question', { name: fullName(customer) })}
      done={t('customers.removed')}
      list="/customers"
      remove={() => store.DELETE('/v1/customers/{customer_id}', { params: { path: { customer_id: customer.id } } })}
    />
  );
}
