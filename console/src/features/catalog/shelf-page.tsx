import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { ifMatch, queries, type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { useChange } from '../../shared/ui/use-change';
import { Facts, Time } from '../../shared/ui/values';
import { useCategoryChoices } from './category-choices';
import { type Shelf, SHELVES, shelfFields, type ShelfKind, shelfText, shelfValues } from './shelf';
import { PublicationMark } from './shelf-list';

const FILTERS = { brands: 'brand', collections: 'collection', categories: 'category' } as const;

/** One brand, collection or category: its form, and the way to its products. */
export function ShelfPage({ kind }: { readonly kind: ShelfKind }): ReactNode {
  const id = useParameter('shelfId');
  const shelf = useQuery(SHELVES[kind].read(id));
  const may = useMay();
  return (
    <Frame
      title={shelf.data?.record.title ?? shelfText(kind, 'one')}
      under={{ title: shelfText(kind, 'title'), path: `/catalog/${kind}` }}
      actions={shelf.data && may('products:write') && <RemoveButton kind={kind} id={id} />}
    >
      <Read of={shelf} lines={8}>
        {(it) => (
          <>
            <PageLink to="/catalog" search={{ [FILTERS[kind]]: id }} size="sm">
              {t('catalog.products-of', { title: it.record.title })}
            </PageLink>
            {may('products:write') ? (
              <ShelfForm key={id} kind={kind} id={id} shelf={it} />
            ) : (
              <ShelfFacts of={it.record} />
            )}
          </>
        )}
      </Read>
    </Frame>
  );
}

function ShelfForm({
  kind,
  id,
  shelf,
}: {
  readonly kind: ShelfKind;
  readonly id: string;
  readonly shelf: Versioned<Shelf>;
}): ReactNode {
  const parents = useCategoryChoices(id);
  return (
    <Section title={shelfText(kind, 'one')}>
      <RecordForm
        fields={shelfFields(kind, parents, false)}
        from={shelfValues(kind, shelf)}
        done={t('catalog.saved')}
        save={(changed, tag) => SHELVES[kind].change(id, changed, ifMatch(tag))}
        reread={async () => shelfValues(kind, await queries.fetchQuery({ ...SHELVES[kind].read(id), staleTime: 0 }))}
      />
    </Section>
  );
}

function ShelfFacts({ of }: { readonly of: Shelf }): ReactNode {
  return (
    <Section title={t('catalog.facts')}>
      <Facts
        of={[
          [t('products.slug'), of.slug],
          [t('products.status'), <PublicationMark key="status" status={of.status} />],
          ...(of.parent ? [[t('categories.parent'), of.parent.data.title] as const] : []),
          [t('products.description'), of.description],
          [t('catalog.changed'), <Time key="changed" value={of.updated_at} exact />],
        ]}
      />
    </Section>
  );
}

function RemoveButton({ kind, id }: { readonly kind: ShelfKind; readonly id: string }): ReactNode {
  const navigate = useNavigate();
  const remove = useChange(async () => {
    await SHELVES[kind].remove(id);
    await navigate({ to: `/catalog/${kind}`, ignoreBlocker: true });
  }, t('catalog.removed'));
  return <ConfirmButton label={t('catalog.remove')} question={shelfText(kind, 'remove.question')} change={remove} />;
}
