import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { type FormValues } from '../../shared/ui/form-field';
import { PageLink, Section } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { BacktestView } from './backtest-view';
import { ideasBesideNow } from './ideas-now';
import { useLastBacktest } from './last-backtest';
import { inlinePromotion } from './promotion-fields';

const MODES = ['added', 'now', 'instead'] as const;
const CODES = ['as_used', 'always', 'never'] as const;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days of the past that are chosen at once. */
const PRESETS = [7, 30, 90] as const;

interface Period {
  readonly from: string;
  readonly to: string;
}

const lastDays = (days: number): Period => ({ from: dayOf(Date.now() - (days - 1) * DAY_MS), to: dayOf(Date.now()) });
const isLast = ({ from, to }: Period, days: number): boolean =>
  from === lastDays(days).from && to === lastDays(days).to;

/** Replays past orders with the promotion as it stands in the form. */
export function BacktestSection({ values, id }: { readonly values: FormValues; readonly id?: string }): ReactNode {
  const [address, change] = useAddress();
  const [period, setPeriod] = useState(() => lastDays(30));
  const [mode, setMode] = useState<(typeof MODES)[number]>('added');
  const [codes, setCodes] = useState<(typeof CODES)[number]>('as_used');
  const last = useLastBacktest(id);
  const shown = address['backtest'] ?? last;
  const found = useRef<HTMLDivElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) found.current?.scrollIntoView();
  }, [shown]);
  const begin = useChange(async () => {
    // The dates of the form are those it is to run in: the past it is tried on lies before them.
    const { from: _from, to: _to, ...idea } = inlinePromotion({ ...values, status: true }, id);
    const terms =
      mode === 'now'
        ? { mode: 'instead' as const, promotions: [...(await ideasBesideNow(id, codes !== 'always')), idea] }
        : { mode, promotions: [idea] };
    const { data } = await store.POST('/v1/promotions/backtests', { body: { ...period, codes, ...terms } });
    isBegun.current = true;
    change({ backtest: data.result.id });
  });
  const days = ['from', 'to'] as const;
  const hasDates = days.some((name) => Boolean(values[name]));
  return (
    <Section title={t('backtest.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('backtest.help')}
          {hasDates && ` ${t('backtest.dates')}`}
        </Text>
        <Group gap="xs" role="group" aria-label={t('backtest.period')}>
          {PRESETS.map((days) => (
            <Button
              key={days}
              size="compact-sm"
              variant={isLast(period, days) ? 'filled' : 'default'}
              aria-pressed={isLast(period, days)}
              onClick={() => setPeriod(lastDays(days))}
            >
              {t('backtest.last', { count: days })}
            </Button>
          ))}
        </Group>
        <Group align="flex-end" gap="sm">
          {days.map((name) => (
            <TextInput
              key={name}
              type="date"
              label={t(`backtest.${name}`)}
              value={period[name]}
              onChange={({ currentTarget: { value } }) => setPeriod((now) => ({ ...now, [name]: value }))}
            />
          ))}
          <Select
            label={t('backtest.mode')}
            data={MODES.map((value) => ({ value, label: t(`backtest-mode.${value}`) }))}
            value={mode}
            allowDeselect={false}
            w={310}
            onChange={(it) => it !== null && setMode(it)}
          />
          <Select
            label={t('backtest.codes')}
            data={CODES.map((value) => ({ value, label: t(`backtest-codes.${value}`) }))}
            value={codes}
            allowDeselect={false}
            w={200}
            onChange={(it) => it !== null && setCodes(it)}
          />
          <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {t('backtest.begin')}
          </Button>
        </Group>
        <ErrorPanel error={begin.error} />
        {shown !== undefined && (
          <div ref={found} className="found">
            <Found id={shown} isLast={address['backtest'] === undefined} />
          </div>
        )}
      </Stack>
    </Section>
  );
}

/** A back-test below the form. @param isLast it was begun before the page was opened */
function Found({ id, isLast }: { readonly id: string; readonly isLast: boolean }): ReactNode {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {isLast && (
          <Text size="sm" c="dimmed">
            {t('backtest.last-run')}
          </Text>
        )}
        <PageLink to={`/promotions/backtests/${id}`} size="sm">
          {t('backtest.own-page')}
        </PageLink>
      </Group>
      <BacktestView id={id} />
    </Stack>
  );
}
