import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { useChange } from '../../shared/ui/use-change';
import { type DeliveryState } from '../../shared/ui/delivery-mark';

/** Sends a delivery again. One that waits for its next attempt is sent at once; one that was not tried yet is sent anyhow. */
export function ResendButton({
  delivery: { id, webhook, state, attempts_made },
  onResent,
}: {
  readonly delivery: {
    readonly id: string;
    readonly webhook: string;
    readonly state: DeliveryState;
    readonly attempts_made: number;
  };
  /** Shows what comes of it. */
  readonly onResent: () => void;
}): ReactNode {
  const resend = useChange(async () => {
    await store.POST('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
      params: { path: { webhook_id: webhook, delivery_id: id } },
    });
    onResent();
  });
  if (state === 'pending' && attempts_made === 0) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
        {t('delivery.resend')}
      </Button>
      <ErrorPanel error={resend.error} />
    </>
  );
}
