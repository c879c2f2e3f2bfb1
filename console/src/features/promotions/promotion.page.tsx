import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { ifMatch, queries, store } from '../../shared/api/store';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Page as Frame, Read } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { type AddressValues, readAddress, useAddress } from '../../shared/ui/address';
import { StateMark } from './promotion-columns';
import { PromotionEditor } from './promotion-editor';
import { promotionValues, promotionBody } from './promotion-fields';
import { PromotionFacts } from './promotion-facts';
import { PromotionResults } from './promotion-results';
import { type Promotion } from './promotion-state';
import { readingTerms } from './reading-terms';
import { readingPromotion } from './reading-promotion';

/** One promotion: its form with a preview and a back-test, and what it did. */
export function Page(): ReactNode {
  const { promotionId = '' }: { readonly promotionId?: string } = useParams({ strict: false });
  const promotion = useQuery(readingPromotion(promotionId));
  const terms = useQuery(readingTerms);
  const may = useMay();
  const [address] = useAddress();
  const record = promotion.data?.record;
  return (
    <Frame
      title={record?.title ?? t('promotions.title')}
      under={{ title: t('promotions.title'), path: '/promotions' }}
      actions={record && <Actions promotion={record} />}
    >
      <Read of={promotion} lines={10}>
        {({ record: { ...it }, tag }) => (
          <>
            {may('orders:read') && <PromotionResults promotion={it} />}
            <Read of={terms} lines={10}>
              {() =>
                may('promotions:write') ? (
                  <Editor key={it.id} id={it.id} from={{ record: promotionValues(it, isOwn(address)), tag }} />
                ) : (
                  <PromotionFacts promotion={it} />
                )
              }
            </Read>
          </>
        )}
      </Read>
    </Frame>
  );
}

/** Whether the address says that the terms for other promotions are shown one by one. */
const isOwn = ({ offers }: AddressValues): boolean => offers === 'own';

function Editor({ id, from }: { readonly id: string; readonly from: Parameters<typeof PromotionEditor>[0]['from'] }) {
  /** Whether the version that the form begins with shows them so: that of another person is compared with it. */
  const isBaseOwn = useRef(from.record['offers'] === 'own');
  return (
    <PromotionEditor
      id={id}
      from={from}
      save={async (changed, tag) => {
        await store.PUT('/v1/promotions/cart/{promotion_id}', {
          params: { path: { promotion_id: id } },
          body: promotionBody(changed),
          headers: ifMatch(tag),
        });
        isBaseOwn.current = isOwn(readAddress(location.search));
      }}
      reread={async () => {
        const { record, tag } = await queries.fetchQuery({ ...readingPromotion(id), staleTime: 0 });
        return { record: promotionValues(record, isBaseOwn.current), tag };
      }}
    />
  );
}

function Actions({ promotion }: { readonly promotion: Promotion }): ReactNode {
  const may = useMay();
  const navigate = useNavigate();
  const remove = useChange(async () => {
    await store.DELETE('/v1/promotions/cart/{promotion_id}', { params: { path: { promotion_id: promotion.id } } });
    await navigate({ to: '/promotions', ignoreBlocker: true });
  }, t('promotions.removed'));
  return (
    <>
      <StateMark promotion={promotion} />
      <Button component={Link} to={`/promotions/${promotion.id}/codes`} variant="default" size="sm">
        {t('codes.title')}
      </Button>
      {may('promotions:write') && (
        <ConfirmButton label={t('promotions.remove')} question={t('promotions.remove.question')} change={remove} />
      )}
    </>
  );
}
