import { Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useMayPick } from '../../shared/api/found-choices';
import { reading, store } from '../../shared/api/store';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { type FieldLabels } from '../../shared/ui/fault-words';
import { fieldLabels, type FormValues } from '../../shared/ui/form-field';
import { TypedField } from '../../shared/ui/list-filters';
import { Empty, Section } from '../../shared/ui/page';
import { RecordPicker } from '../../shared/ui/record-picker';
import { readingPromotions } from './all-promotions';
import { PreviewCart } from './preview-cart';
import { promotionFields } from './promotion-fields';
import { usePromotionTerms } from './reading-terms';
import { usePreviewItems } from './preview-items';
import {
  type PreviewItem,
  previewedPromotions,
  previewRequest,
  readingMethod,
  readingPreview,
} from './preview-request';
import { type Preview, PreviewResult } from './preview-result';

/** A pause in typing after which the cart is priced again. */
const PAUSE_MS = 300;

/** Prices a cart with the promotion as it stands in the form, while a person types. */
export function PreviewPanel({
  values,
  isWrong = false,
  id,
}: {
  readonly values: FormValues;
  /** A number of them is none: the preview waits. */
  readonly isWrong?: boolean;
  /** Missing: the promotion is not saved yet. */
  readonly id?: string;
}): ReactNode {
  const [items, setItems] = usePreviewItems();
  const [address, change] = useAddress();
  const { cart, others } = address;
  const all = useQuery(readingPromotions);
  const terms = usePromotionTerms();
  const names = useLineNames(items, cart);
  const [typed] = useDebouncedValue(values, PAUSE_MS);
  const { method, isReading } = useMethod();
  const request = useMemo(() => {
    const beside = others === 'none' ? [] : (all.data ?? []);
    return previewRequest(previewedPromotions(typed, id, beside, address['code'] ?? ''), items, address, method);
  }, [typed, id, all.data, others, items, address, method]);
  const hasCart = cart !== undefined || items.length > 0;
  const preview = useQuery({
    ...readingPreview(request),
    enabled: hasCart && all.data !== undefined && !isWrong && typed === values && !isReading,
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={t('preview.title')}>
      <Stack gap="sm">
        <PreviewCart items={items} setItems={setItems} />
        {hasCart ? (
          <Outcome
            preview={preview}
            error={preview.error ?? all.error}
            names={names}
            own={id ?? 'new'}
            labels={fieldLabels(promotionFields(values, terms))}
          />
        ) : (
          <Empty title={t('preview.empty')} next={t('preview.empty.next')} />
        )}
        <div className="fields preview-fields">
          <Field name="at" label={t('preview.at')} kind="day" />
          <Customer />
          <Field name="code" label={t('preview.code')} kind="text" />
          <ShippingMethod />
        </div>
        <Switch
          size="sm"
          label={t('preview.others')}
          checked={others !== 'none'}
          onChange={({ currentTarget }) => change({ others: currentTarget.checked ? undefined : 'none' })}
        />
      </Stack>
    </Section>
  );
}

function Outcome({
  preview: { data, isPlaceholderData },
  error,
  names,
  own,
  labels,
}: {
  readonly preview: { readonly data: Preview | undefined; readonly isPlaceholderData: boolean };
  readonly error: Error | null;
  readonly names: readonly string[];
  readonly own: string;
  readonly labels: FieldLabels;
}): ReactNode {
  if (error !== null) return <ErrorPanel error={error} labels={labels} />;
  if (data !== undefined) return <PreviewResult of={data} names={names} isOld={isPlaceholderData} own={own} />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('preview.busy')}
    </Text>
  );
}

function Field({
  name,
  label,
  kind,
}: {
  readonly name: string;
  readonly label: string;
  readonly kind: 'day' | 'text';
}): ReactNode {
  const [address, change] = useAddress();
  return (
    <TypedField
      key={address[name] === undefined ? 'empty' : 'set'}
      filter={{ label, kind }}
      value={address[name] ?? ''}
      set={(value) => change({ [name]: value })}
      width="100%"
    />
  );
}

/** The customer that the cart is priced for: found by name, or typed by those who may not read customers. */
function Customer(): ReactNode {
  const [address, change] = useAddress();
  if (!useMayPick()('customers')) return <Field name="customer" label={t('preview.customer')} kind="text" />;
  return (
    <RecordPicker
      source="customers"
      label={t('carts.customer')}
      value={address['customer'] ?? ''}
      set={(id) => change({ customer: id || undefined })}
    />
  );
}

/** The shipping method that the cart is priced with: those who may not read methods have none. */
function ShippingMethod(): ReactNode {
  const [address, change] = useAddress();
  if (!useMayPick()('methods')) return null;
  return (
    <RecordPicker
      source="methods"
      label={t('methods.one')}
      value={address['shipping'] ?? ''}
      set={(id) => change({ shipping: id || undefined })}
    />
  );
}

function useMethod() {
  const [{ shipping }] = useAddress();
  const mayRead = useMayPick()('methods');
  const { data, isLoading } = useQuery({
    ...readingMethod(shipping ?? ''),
    enabled: shipping !== undefined && mayRead,
  });
  return { method: shipping === undefined ? undefined : data?.result, isReading: isLoading };
}

/** The titles of the lines: a preview has prices only. */
function useLineNames(items: readonly PreviewItem[], cart: string | undefined): readonly string[] {
  const may = useMay();
  const { data } = useQuery({
    ...reading(['/v1/carts', cart], (signal) =>
      store.GET('/v1/carts/{cart_id}', { params: { path: { cart_id: cart ?? '' } }, signal }),
    ),
    enabled: cart !== undefined && may('carts:read'),
  });
  if (cart === undefined) return items.map(({ title, sku }) => title || sku || '');
  return Object.values(data?.result.contents ?? {}).map(({ title }) => title);
}
