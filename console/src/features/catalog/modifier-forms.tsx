import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ifMatch, queries, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { formBody, type FormField, type FormValues } from '../../shared/ui/form-field';
import { Read, Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import {
  MODIFIER_FIELDS,
  modifierValues,
  NEW_MODIFIER,
  NEW_VARIATION,
  readingModifier,
  readingVariation,
  VARIATION_FIELDS,
  variationValues,
} from './modifier';

interface ModifierForm {
  readonly product: string;
  readonly modifier: string;
  readonly close: () => void;
}

/** A form of a part of a product, which can be closed. */
function Closable({
  title,
  close,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Section
      title={title}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={close}>
          {t('action.cancel')}
        </Button>
      }
    >
      {children}
    </Section>
  );
}

function NewPart({
  fields,
  values,
  make,
  close,
}: {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly make: (values: FormValues) => Promise<unknown>;
  readonly close: () => void;
}): ReactNode {
  const [from] = useState(() => ({ record: values, tag: undefined }));
  return (
    <RecordForm
      fields={fields}
      from={from}
      done={t('catalog.saved')}
      save={async (changed) => {
        await make({ ...values, ...changed });
        close();
      }}
    />
  );
}

/** Makes a modifier. */
export function NewModifier({ product, close }: Omit<ModifierForm, 'modifier'>): ReactNode {
  return (
    <Closable title={t('modifiers.new')} close={close}>
      <NewPart
        fields={MODIFIER_FIELDS}
        values={NEW_MODIFIER}
        close={close}
        make={(values) =>
          store.POST('/v1/products/{product_id}/modifiers', {
            params: { path: { product_id: product } },
            body: formBody(values),
          })
        }
      />
    </Closable>
  );
}

/** Changes a modifier. */
export function ModifierForm({ product, modifier, close }: ModifierForm): ReactNode {
  const reading = readingModifier(product, modifier);
  const read = useQuery(reading);
  return (
    <Closable title={t('modifiers.change')} close={close}>
      <Read of={read}>
        {({ record, tag }) => (
          <RecordForm
            fields={MODIFIER_FIELDS}
            from={{ record: modifierValues(record), tag }}
            done={t('catalog.saved')}
            save={async (changed, ofTag) => {
              await store.PUT('/v1/products/{product_id}/modifiers/{modifier_id}', {
                params: { path: { product_id: product, modifier_id: modifier } },
                body: formBody(changed),
                headers: ifMatch(ofTag),
              });
              close();
            }}
            reread={async () => {
              const now = await queries.fetchQuery({ ...reading, staleTime: 0 });
              return { record: modifierValues(now.record), tag: now.tag };
            }}
          />
        )}
      </Read>
    </Closable>
  );
}

/** Makes a variation of a modifier. */
export function NewVariation({ product, modifier, close }: ModifierForm): ReactNode {
  return (
    <Closable title={t('variations.new')} close={close}>
      <NewPart
        fields={VARIATION_FIELDS}
        values={NEW_VARIATION}
        close={close}
        make={(values) =>
          store.POST('/v1/products/{product_id}/modifiers/{modifier_id}/variations', {
            params: { path: { product_id: product, modifier_id: modifier } },
            body: formBody(values),
          })
        }
      />
    </Closable>
  );
}

/** Changes a variation. */
export function VariationForm({
  product,
  modifier,
  variation,
  close,
}: ModifierForm & { readonly variation: string }): ReactNode {
  const reading = readingVariation(product, modifier, variation);
  const read = useQuery(reading);
  return (
    <Closable title={t('variations.change')} close={close}>
      <Read of={read}>
        {({ record, tag }) => (
          <RecordForm
            fields={VARIATION_FIELDS}
            from={{ record: variationValues(record), tag }}
            done={t('catalog.saved')}
            save={async (changed, ofTag) => {
              await store.PUT('/v1/products/{product_id}/modifiers/{modifier_id}/variations/{variation_id}', {
                params: { path: { product_id: product, modifier_id: modifier, variation_id: variation } },
                body: formBody(changed),
                headers: ifMatch(ofTag),
              });
              close();
            }}
            reread={async () => {
              const now = await queries.fetchQuery({ ...reading, staleTime: 0 });
              return { record: variationValues(now.record), tag: now.tag };
            }}
          />
        )}
      </Read>
    </Closable>
  );
}
