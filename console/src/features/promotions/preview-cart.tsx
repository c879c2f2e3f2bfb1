import { Button, CloseButton, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { RecordPicker } from '../../shared/ui/record-picker';
import { useChange } from '../../shared/ui/use-change';
import { type PreviewItem, productLine, takenOrder } from './preview-request';

interface PreviewCartProps {
  readonly items: readonly PreviewItem[];
  readonly setItems: (items: readonly PreviewItem[]) => void;
}

/** The cart of a preview: a stored one by its id, or lines that are typed in or taken from an order. */
export function PreviewCart(props: PreviewCartProps): ReactNode {
  const [address, change] = useAddress();
  const may = useMay();
  const { cart } = address;
  const { items, setItems } = props;
  const takeOrder = async (id: string): Promise<void> => {
    const { lines, terms } = await takenOrder(id);
    setItems(lines);
    change(terms);
  };
  return (
    <Stack gap="sm">
      <div className="fields">
        {may('carts:read') && (
          <RecordPicker
            source="carts"
            label={t('preview.cart')}
            value={cart ?? ''}
            set={(id) => change({ cart: id || undefined })}
          />
        )}
        {cart === undefined && may('orders:read') && (
          <TakenFrom source="orders" label={t('preview.order')} take={takeOrder} />
        )}
        {cart === undefined && may('products:read') && (
          <TakenFrom
            source="products"
            label={t('preview.add')}
            take={async (id) => setItems([...items, await productLine(id)])}
          />
        )}
      </div>
      {cart === undefined && <Lines {...props} />}
    </Stack>
  );
}

/** A search for a record, which brings its lines into the cart. */
function TakenFrom({
  source,
  label,
  take,
}: {
  readonly source: 'orders' | 'products';
  readonly label: string;
  readonly take: (id: string) => Promise<void>;
}): ReactNode {
  const taking = useChange(take);
  return (
    <div>
      <RecordPicker
        source={source}
        label={label}
        value=""
        disabled={taking.isPending}
        set={(id) => id !== '' && taking.mutate(id)}
      />
      <ErrorPanel error={taking.error} />
    </div>
  );
}

const PRICE_WIDTH = 92;
const QUANTITY_WIDTH = 76;
const REMOVE_WIDTH = 28;
/** The button that removes a line, with the gap before it. */
const REMOVE_SPACE = REMOVE_WIDTH + 10;

/** The columns of the lines, for the eye: each field has a name of its own. */
function Heading(): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" aria-hidden="true">
      <Text size="xs" fw={700} flex={1}>
        {t('preview.item')}
      </Text>
      <Text size="xs" fw={700} w={PRICE_WIDTH}>
        {t('preview.price-each')}
      </Text>
      <Text size="xs" fw={700} w={QUANTITY_WIDTH} mr={REMOVE_SPACE}>
        {t('preview.quantity-head')}
      </Text>
    </Group>
  );
}

function Lines({ items, setItems }: PreviewCartProps): ReactNode {
  const change = (at: number, patch: Partial<PreviewItem>): void =>
    setItems(items.map((item, place) => (place === at ? { ...item, ...patch } : item)));
  const number = (value: string | number): number => (typeof value === 'number' ? value : Number(value) || 0);
  return (
    <Stack gap={6}>
      {items.length > 0 && <Heading />}
      {items.map((item, at) => {
        const title = item.title || item.sku || t('preview.line', { number: at + 1 });
        return (
          <Group key={at} gap="xs" wrap="nowrap">
            <Text size="sm" className="breaks" flex={1}>
              {title}
            </Text>
            <NumberInput
              aria-label={t('preview.price', { title })}
              value={item.price}
              min={0}
              w={PRICE_WIDTH}
              size="xs"
              hideControls
              onChange={(value) => change(at, { price: number(value) })}
            />
            <NumberInput
              aria-label={t('preview.quantity', { title })}
              value={item.quantity}
              min={1}
              w={QUANTITY_WIDTH}
              size="xs"
              allowDecimal={false}
              onChange={(value) => change(at, { quantity: Math.max(1, number(value)) })}
            />
            <CloseButton
              size={REMOVE_WIDTH}
              aria-label={t('preview.remove', { title })}
              onClick={() => setItems(items.filter((_, place) => place !== at))}
            />
          </Group>
        );
      })}
      <Group>
        <Button variant="default" size="compact-xs" onClick={() => setItems([...items, { price: 10, quantity: 1 }])}>
          {t('preview.add-line')}
        </Button>
      </Group>
    </Stack>
  );
}
