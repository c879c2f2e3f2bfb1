import { type ItemOf } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { ObjectLink } from '../../shared/ui/object-link';
import { Missing } from '../../shared/ui/values';
import { eventTogether } from './events-together';
import { PING } from './reading-webhook';

type Delivery = ItemOf<'/v1/webhooks/{webhook_id}/deliveries'>;

/** The object that a delivery tells of: the order by its number, the product by its title. */
export function DeliveryObject({ of: { event: id, type } }: { readonly of: Delivery }): ReactNode {
  // An event never changes: it is read once, also when the page is read again.
  const event = useQuery({
    queryKey: ['event-of-delivery', id],
    queryFn: () => eventTogether(id),
    enabled: type !== PING,
    staleTime: 'static',
  });
  if (event.data) return <ObjectLink event={event.data} isNamed />;
  return event.isLoading ? '…' : <Missing />;
}
