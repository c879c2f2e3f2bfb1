import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FieldState, type FormField, type FormValues } from '../../shared/ui/form-field';
import { Section } from '../../shared/ui/page';
import { RecordForm } from '../../shared/ui/record-form';
import { useAddress } from '../../shared/ui/address';
import { readingPromotions } from './all-promotions';
import { BacktestSection } from './backtest-section';
import { offersOf } from './other-offers';
import { PreviewPanel } from './preview-panel';
import { promotionFields } from './promotion-fields';
import { usePromotionTerms } from './reading-terms';
import { RuleBuilder } from './rule-builder';
import { shownRules, typedRules } from './rule-numbers';
import { twinsOf } from './twins';
import { TwinsWarning } from './twins-warning';
import { useHeightLeft } from './use-height-left';

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
  const [{ values, isWrong }, setHeard] = useState({ values: from.record, isWrong: false });
  const hear = useCallback((now: FormValues, wrong: boolean) => setHeard({ values: now, isWrong: wrong }), []);
  const preview = useRef<HTMLDivElement>(null);
  const { data: all = [] } = useQuery(readingPromotions);
  const twins = twinsOf(values, id, all);
  useOwnTerms(values);
  useHeightLeft(preview);
  const fields = promotionFields(values, usePromotionTerms(), {
    items: rules('match_items'),
    conditions: rules('match_rules'),
    ...(twins.length > 0 && { twins: <TwinsWarning twins={twins} /> }),
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
            onValues={hear}
          />
        </Section>
        <div ref={preview} tabIndex={-1} className="preview">
          <PreviewPanel values={values} isWrong={isWrong} {...(id === undefined ? {} : { id })} />
        </div>
      </div>
      {may('orders:read') && (
        <BacktestSection values={values} isWrong={isWrong} {...(id === undefined ? {} : { id })} />
      )}
    </>
  );
}

/** Notes in the address that the terms for other promotions are shown one by one where they are also those of a choice: saving keeps that. */
function useOwnTerms(values: FormValues): void {
  const [address, change] = useAddress();
  const noted = address['offers'];
  const isOwn = values['offers'] === 'own' && offersOf(values) !== 'own';
  useEffect(() => {
    if (isOwn !== (noted === 'own')) change({ offers: isOwn ? 'own' : undefined });
  }, [isOwn, noted, change]);
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
    read: typedRules,
    show: shownRules,
    render: ({ value, error, set }: FieldState) => (
      <RuleBuilder of={of} value={typeof value === 'string' ? value : ''} error={error} set={set} />
    ),
  };
}
