import { type ItemOf } from '@storekeeper/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { saveFile } from '../../shared/ui/csv';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { Code as CodeText, Mark, Time, type Tone } from '../../shared/ui/values';
import { CodeJobs } from './code-jobs';
import { NewCodes } from './new-codes';
import { OwnCodes } from './own-codes';
import { readingPromotion } from './reading-promotion';

type Code = ItemOf<'/v1/promotions/cart/{promotion_id}/codes'>;

const TONES: Readonly<Record<Code['state'], Tone>> = { unused: 'good', used: 'busy', expired: 'plain', revoked: 'bad' };

const COLUMNS: readonly ListColumn<Code>[] = [
  { id: 'code', title: t('codes.code'), cell: ({ code }) => <CodeText value={code} /> },
  {
    id: 'state',
    title: t('promotions.state'),
    cell: ({ state }) => <Mark tone={TONES[state]}>{word('code-state', state)}</Mark>,
  },
  {
    id: 'used',
    title: t('promotions.uses'),
    isNumber: true,
    cell: ({ used, uses }) => `${used} / ${uses === 0 ? '∞' : uses}`,
  },
  { id: 'expires', title: t('codes.expires'), cell: ({ expires }) => <Time value={expires} /> },
  { id: 'created', title: t('codes.created'), cell: ({ created_at }) => <Time value={created_at} /> },
  { id: 'revoke', title: t('codes.revoke'), cell: (code) => <Revoke code={code} /> },
];

const STATE: ListFilter = {
  name: 'state',
  label: t('promotions.state'),
  kind: 'choice',
  options: Object.keys(TONES).map((value) => ({ value, label: word('code-state', value) })),
};
const CODE: ListFilter = { name: 'code', label: t('codes.find'), kind: 'words' };
const FILTERS = [CODE, STATE];
// The users of a code need the scope `orders:read`.
const ORDER_FILTERS: readonly ListFilter[] = [
  ...FILTERS,
  { name: 'customer', label: t('codes.customer'), kind: 'text' },
];

/** The pool of codes of a promotion. */
export function Page(): ReactNode {
  const { promotionId = '' }: { readonly promotionId?: string } = useParams({ strict: false });
  const may = useMay();
  const promotion = useQuery(readingPromotion(promotionId));
  return (
    <Frame
      title={t('codes.title')}
      under={{
        title: promotion.data?.record.title ?? t('promotions.title'),
        path: `/promotions/${promotionId}`,
      }}
      actions={<ExportButton id={promotionId} />}
    >
      {may('promotions:write') && (
        <>
          <NewCodes id={promotionId} />
          <OwnCodes id={promotionId} />
        </>
      )}
      <CodeJobs id={promotionId} />
      <Section title={t('codes.pool')}>
        <List
          path="/v1/promotions/cart/{promotion_id}/codes"
          params={{ promotion_id: promotionId }}
          columns={may('promotions:write') ? COLUMNS : COLUMNS.slice(0, -1)}
          filters={may('orders:read') ? ORDER_FILTERS : FILTERS}
          sort={{ sort: 'created_at', order: 'desc' }}
          empty={<Empty title={t('codes.none')} next={t('codes.none.next')} />}
        />
      </Section>
    </Frame>
  );
}

function Revoke({ code: { code, state } }: { readonly code: Code }): ReactNode {
  const revoke = useChange(
    () => store.POST('/v1/promotions/codes/{code}/revoke', { params: { path: { code } } }),
    t('codes.revoked'),
  );
  if (state === 'revoked') return null;
  return <ConfirmButton label={t('codes.revoke')} question={t('codes.revoke.question', { code })} change={revoke} />;
}

/** Saves the whole pool as a table. */
function ExportButton({ id }: { readonly id: string }): ReactNode {
  const save = useChange(async () => {
    const { data } = await store.GET('/v1/promotions/cart/{promotion_id}/codes.csv', {
      params: { path: { promotion_id: id } },
      parseAs: 'text',
    });
    saveFile(`codes-${id}.csv`, 'text/csv', [data]);
  });
  return (
    <>
      <Button variant="default" size="sm" loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('codes.export')}
      </Button>
      <ErrorPanel error={save.error} />
    </>
  );
}
