import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { Page as Frame, Read } from '../../shared/ui/page';
import { PromotionEditor } from './promotion-editor';
import { newPromotion, promotionBody } from './promotion-fields';
import { readingTerms } from './reading-terms';

/** Writes a promotion. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const [from] = useState(() => ({ record: newPromotion(), tag: undefined }));
  return (
    <Frame title={t('promotions.new')} under={{ title: t('promotions.title'), path: '/promotions' }}>
      <Read of={useQuery(readingTerms)} lines={10}>
        {() => (
          <PromotionEditor
            from={from}
            save={async (changed) => {
              const { data } = await store.POST('/v1/promotions/cart', {
                body: promotionBody({ ...from.record, ...changed }),
              });
              // The address keeps the cart of the preview.
              await navigate({
                to: `/promotions/${data.result.id}`,
                search: (now: object) => now as never,
                ignoreBlocker: true,
              });
            }}
          />
        )}
      </Read>
    </Frame>
  );
}
