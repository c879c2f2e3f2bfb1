import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FieldState, type FormField, type FormValues } from '../../shared/ui/form-field';
import { Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { BacktestSection } from './backtest-section';
import { BetterOffer } from './better-offer';
import { OffersHelp, useAlways } from './offers-help';
import { groupOf, OFFERS, rivalOf } from './other-offers';
import { PreviewPanel } from './preview-panel';
import { promotionFields } from './promotion-fields';
import { RuleBuilder } from './rule-builder';

/** The form of a promotion beside the preview of a cart, and under them the back-test of what the form says. */
export function PromotionEditor({
  id,
  from,
  save,
  reread,
}: {
  /** Missing: it is not saved yet. */
  readonly id?: string;
  readonly from: Versioned<FormValues>;
  readonly save: (changed: FormValues, tag: string | undefined) => Promise<unknown>;
  readonly reread?: () => Promise<Versioned<FormValues>>;
}): ReactNode {
  const may = useMay();
  const [values, setValues] = useState(from.record);
  const preview = useRef<HTMLDivElement>(null);
  const offers = OFFERS.find((known) => known === values['offers']) ?? 'own';
  const always = useAlways(id, values, offers === 'alone');
  const rival = rivalOf(values, always.beside);
  const fields = promotionFields(values, {
    items: rules('match_items'),
    conditions: rules('match_rules'),
    offersHelp: <OffersHelp offers={offers} always={always} />,
    ...(rival !== undefined && {
      betterOffer: {
        render: ({ set }: FieldState) => (
          <BetterOffer title={rival.title} onClick={() => set(groupOf(values, rival))} />
        ),
        alsoSets: () => ({ rival: rival.id }),
      },
    }),
  });
  return (
    <>
      <div className="beside">
        <Section
          title={t('promotions.form')}
          actions={
            <Button className="to-preview" variant="default" size="compact-sm" onClick={() => goTo(preview.current)}>
              {t('promotions.to-preview')}
            </Button>
          }
        >
          <RecordForm
            fields={fields}
            from={from}
            save={save}
            {...(reread === undefined ? {} : { reread })}
            done={t('promotions.saved')}
            onValues={setValues}
          />
        </Section>
        <div ref={preview} tabIndex={-1} className="preview">
          <PreviewPanel values={values} {...(id === undefined ? {} : { id })} />
        </div>
      </div>
      {may('orders:read') && <BacktestSection values={values} {...(id === undefined ? {} : { id })} />}
    </>
  );
}

/** Brings a part of the page into view, from where Tab goes on. */
function goTo(part: HTMLElement | null): void {
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

function rules(of: 'match_rules' | 'match_items'): FormField {
  return {
    name: of,
    label: t(of === 'match_rules' ? 'rules.cart' : 'rules.items'),
    kind: 'json',
    render: ({ value, error, set }: FieldState) => (
      <RuleBuilder of={of} value={typeof value === 'string' ? value : ''} error={error} set={set} />
    ),
  };
}
