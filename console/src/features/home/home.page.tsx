import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { Page as Frame } from '../../shared/ui/page';
import { Attention } from './attention';
import { DeliveriesNow } from './deliveries-now';
import { OrdersByStatus } from './orders-by-status';
import { RunningPromotions } from './running-promotions';
import { Sales } from './sales';

/** Home: first what needs a hand, then the sales. */
export function Page(): ReactNode {
  const may = useMay();
  return (
    <Frame title={t('home.title')}>
      <Attention />
      {may('orders:read') && <Sales />}
      <div className="columns">
        {may('orders:read') && <OrdersByStatus />}
        {may('promotions:read') && <RunningPromotions />}
        {may('operations:read') && <DeliveriesNow />}
      </div>
    </Frame>
  );
}
