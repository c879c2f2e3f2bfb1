import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { type FieldLabels } from '../../shared/ui/fault-words';
import { fieldLabels, type FormValues } from '../../shared/ui/form-field';
import { PageLink, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { COMPARISON_KEYS, comparisonOf, COMPARISONS } from './backtest-comparison';
import { lastDays, lastWeek, type Period, windowOf } from './backtest-period';
import { type Backtest } from './backtest-state';
import { BacktestView } from './backtest-view';
import { useLastBacktest } from './last-backtest';
import { OldTerms } from './old-terms';
import { promotionFields } from './promotion-fields';
import { usePromotionTerms } from './reading-terms';
import { termsMark, testedPromotion } from './tested-terms';

const CODES = ['as_used', 'always', 'never'] as const;
const DAYS = ['from', 'to'] as const;

/** Days of the past that are chosen at once. */
const PRESETS: readonly (readonly [label: () => string, period: () => Period])[] = [
  [() => t('backtest.last-week'), lastWeek],
  ...[7, 30, 90].map((count) => [() => t('backtest.last', { count }), () => lastDays(count)] as const),
];
const DEFAULT_DAYS = 30;

/** The choices of a back-test, which the address keeps. */
function useTerms() {
  const [{ orders_from, orders_to, against, codes }, change] = useAddress();
  const usual = lastDays(DEFAULT_DAYS);
  const period: Period = { from: orders_from ?? usual.from, to: orders_to ?? usual.to };
  const setPeriod = ({ from, to }: Period): void => change({ orders_from: from, orders_to: to });
  const known = CODES.find((one) => one === codes) ?? 'as_used';
  return { period, setPeriod, comparison: comparisonOf(against), codes: known, change };
}

/** Replays past orders with the promotion as it stands in the form. */
export function BacktestSection({
  values,
  isWrong,
  id,
}: {
  readonly values: FormValues;
  /** A number of them is none. */
  readonly isWrong: boolean;
  readonly id?: string;
}): ReactNode {
  const [address] = useAddress();
  const terms = useTerms();
  const labels = useLabels(values);
  const last = useLastBacktest(id);
  const shown = address['backtest'] ?? last;
  const found = useRef<HTMLDivElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) found.current?.scrollIntoView();
  }, [shown]);
  const begin = useChange(async (like: Backtest | undefined) => {
    const { period, comparison, codes, change } = terms;
    const chosen =
      like === undefined
        ? { ...windowOf(period), codes, ...COMPARISONS[comparison] }
        : { from: like.from, to: like.to, codes: like.codes, baseline: like.baseline, mode: like.mode };
    const { data } = await store.POST('/v1/promotions/backtests', {
      body: { ...chosen, promotions: [testedPromotion(values, id)] },
    });
    isBegun.current = true;
    change({ backtest: data.result.id, tested: termsMark(values) });
  });
  const again = (of: Backtest): ReactNode => (
    <Button
      size="compact-sm"
      variant="default"
      loading={begin.isPending}
      disabled={isWrong}
      onClick={() => begin.mutate(of)}
    >
      {t('backtest.again')}
    </Button>
  );
  const hasDates = DAYS.some((name) => Boolean(values[name]));
  return (
    <Section title={t('backtest.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('backtest.help')}
          {hasDates && ` ${t('backtest.dates')}`}
        </Text>
        <Presets {...terms} />
        <Group align="flex-end" gap="sm">
          <Choices {...terms} />
          <Button loading={begin.isPending} disabled={isWrong} onClick={() => begin.mutate(undefined)}>
            {t('backtest.begin')}
          </Button>
        </Group>
        <ErrorPanel error={begin.error} labels={labels} />
        {shown !== undefined && (
          <div ref={found} className="found">
            <Stack gap="xs">
              <Group gap="xs">
                <PageLink to={`/promotions/backtests/${shown}`} size="sm">
                  {t('backtest.own-page')}
                </PageLink>
              </Group>
              <OldTerms backtest={shown} promotion={id} values={values} runAgain={again} />
              <BacktestView id={shown} />
            </Stack>
          </div>
        )}
      </Stack>
    </Section>
  );
}

/** The labels of the form. Its dates are not sent: `from` and `to` are the days of the orders. */
function useLabels(values: FormValues): FieldLabels {
  return {
    ...fieldLabels(promotionFields(values, usePromotionTerms())),
    from: t('backtest.from'),
    to: t('backtest.to'),
  };
}

type Terms = ReturnType<typeof useTerms>;

function Presets({ period, setPeriod }: Terms): ReactNode {
  return (
    <Group gap="xs" role="group" aria-label={t('backtest.period')}>
      {PRESETS.map(([label, of]) => {
        const isChosen = DAYS.every((name) => of()[name] === period[name]);
        return (
          <Button
            key={label()}
            size="compact-sm"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => setPeriod(of())}
          >
            {label()}
          </Button>
        );
      })}
    </Group>
  );
}

function Choices({ period, setPeriod, comparison, codes, change }: Terms): ReactNode {
  return (
    <>
      {DAYS.map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`backtest.${name}`)}
          value={period[name]}
          onChange={({ currentTarget: { value } }) => setPeriod({ ...period, [name]: value })}
        />
      ))}
      <Select
        label={t('backtest.compare')}
        data={COMPARISON_KEYS.map((value) => ({ value, label: t(`backtest-compare.${value}`) }))}
        value={comparison}
        allowDeselect={false}
        w={360}
        onChange={(it) => change({ against: it === 'live' ? undefined : (it ?? undefined) })}
      />
      <Select
        label={t('backtest.codes')}
        data={CODES.map((value) => ({ value, label: t(`backtest-codes.${value}`) }))}
        value={codes}
        allowDeselect={false}
        w={200}
        onChange={(it) => change({ codes: it === 'as_used' ? undefined : (it ?? undefined) })}
      />
    </>
  );
}
