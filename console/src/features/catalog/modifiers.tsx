import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Empty, Section } from '../../shared/ui/page';
import { ShownForm } from '../../shared/ui/shown-form';
import { useChange } from '../../shared/ui/use-change';
import { type Modifier } from './modifier';
import { ModifierForm, NewModifier, NewVariation, VariationForm } from './modifier-forms';
import { type Product } from './product';
import { Variations } from './variations';

const SHOWN_BY = ['edit'] as const;

/** The choices that shoppers make of a product. The address says what is edited: `new`, a modifier, or `modifier.variation`. */
export function Modifiers({ product }: { readonly product: Product }): ReactNode {
  const [, change] = useAddress();
  const mayWrite = useMay()('products:write');
  const modifiers = Object.values(product.modifiers);
  const edit = (what: string): void => change({ edit: what });
  return (
    <Section
      title={t('modifiers.title')}
      actions={
        mayWrite && (
          <Button size="sm" variant="default" onClick={() => edit('new')}>
            {t('modifiers.add')}
          </Button>
        )
      }
    >
      <ShownForm by={SHOWN_BY}>
        {(shown = '', close) => {
          const edited = mayWrite ? shown : '';
          return (
            <Stack gap="md">
              {edited === 'new' && <NewModifier product={product.id} close={close} />}
              {modifiers.length === 0 && edited === '' && (
                <Empty title={t('modifiers.none')} next={mayWrite && t('modifiers.none.next')} />
              )}
              {modifiers.map((modifier) => (
                <OneModifier key={modifier.id} modifier={modifier} edited={edited} edit={edit} close={close} />
              ))}
            </Stack>
          );
        }}
      </ShownForm>
    </Section>
  );
}

interface Editing {
  readonly modifier: Modifier;
  readonly edited: string;
  readonly edit: (what: string) => void;
  readonly close: () => void;
}

function OneModifier({ modifier, edited, edit, close }: Editing): ReactNode {
  const { id, title, type, instructions } = modifier;
  const mayWrite = useMay()('products:write');
  return (
    <section className="rules" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <div dir="auto">
          <Title order={3} size="h5" className="breaks">
            {title}
          </Title>
          <Text size="sm" c="dimmed" className="breaks">
            {[word('modifier-type', type.data.key), instructions].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {mayWrite && <ModifierActions modifier={modifier} edit={edit} />}
      </Group>
      <Variations modifier={modifier} edit={mayWrite ? (variation) => edit(`${id}.${variation}`) : undefined} />
      <Edited modifier={modifier} edited={edited} close={close} />
    </section>
  );
}

/** The form of what is edited, where it is this modifier or a part of it. */
function Edited({ modifier: { id, product }, edited, close }: Omit<Editing, 'edit'>): ReactNode {
  const [modifier, variation] = edited.split('.');
  if (modifier !== id) return null;
  const form = { product, modifier: id, close };
  if (variation === undefined) return <ModifierForm key={edited} {...form} />;
  if (variation === 'new') return <NewVariation key={edited} {...form} />;
  return <VariationForm key={edited} {...form} variation={variation} />;
}

function ModifierActions({ modifier, edit }: Pick<Editing, 'modifier' | 'edit'>): ReactNode {
  const { id, title, product, type } = modifier;
  const remove = useChange(
    () =>
      store.DELETE('/v1/products/{product_id}/modifiers/{modifier_id}', {
        params: { path: { product_id: product, modifier_id: id } },
      }),
    t('catalog.removed'),
  );
  return (
    <Group gap="xs">
      {type.data.key !== 'input' && (
        <Button size="sm" variant="default" onClick={() => edit(`${id}.new`)}>
          {t('variations.add')}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => edit(id)}>
        {t('catalog.change')}
      </Button>
      <ConfirmButton label={t('catalog.remove')} question={t('modifiers.remove.question', { title })} change={remove} />
    </Group>
  );
}
