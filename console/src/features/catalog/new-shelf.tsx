import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { ShownForm } from '../../shared/ui/shown-form';
import { useCategoryChoices } from './category-choices';
import { newShelf, SHELVES, shelfFields, type ShelfKind, shelfText } from './shelf';
import { withSlug } from './slug';

const SHOWN_BY = ['do', 'parent'] as const;

/** Opens the form of a new brand, collection or category. */
export function NewShelfButton({ kind }: { readonly kind: ShelfKind }): ReactNode {
  const [, change] = useAddress();
  const may = useMay();
  if (!may('products:write')) return null;
  return (
    <Button size="sm" onClick={() => change({ do: 'new', parent: undefined })}>
      {shelfText(kind, 'new')}
    </Button>
  );
}

/** The form of a new one, while the page's address asks for it. */
export function NewShelf({ kind }: { readonly kind: ShelfKind }): ReactNode {
  const [address] = useAddress();
  const may = useMay();
  if (!may('products:write')) return null;
  const parent = address['parent'] ?? '';
  return (
    <ShownForm by={SHOWN_BY}>
      {(shown, close) => shown === 'new' && <NewShelfForm key={parent} kind={kind} parent={parent} close={close} />}
    </ShownForm>
  );
}

function NewShelfForm({
  kind,
  parent,
  close,
}: {
  readonly kind: ShelfKind;
  readonly parent: string;
  readonly close: () => void;
}): ReactNode {
  const parents = useCategoryChoices();
  const [from] = useState(() => ({ record: newShelf(kind, parent), tag: undefined }));
  return (
    <Section
      title={shelfText(kind, 'new')}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={close}>
          {t('action.cancel')}
        </Button>
      }
    >
      <RecordForm
        fields={shelfFields(kind, parents, true)}
        from={from}
        done={t('catalog.saved')}
        save={async (changed) => {
          await SHELVES[kind].make(withSlug({ ...from.record, ...changed }));
          close();
        }}
      />
    </Section>
  );
}
