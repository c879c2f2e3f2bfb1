import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormField, type FormValue, type FormValues } from '../../shared/ui/form-field';

/** Name of the field that asks for the rate of the old default; no field of a currency. */
export const OLD_RATE = 'old_rate';

/** The question of another default currency: is the one of before still sold in, and at which rate. */
interface OldDefault {
  /** The question as a field; none while the form makes no other default. */
  readonly fields: readonly FormField[];
  /** Turns the old default on at a rate, once the new one is saved. Without a rate it stays off. */
  readonly keep: (rate: FormValue | undefined) => Promise<void>;
}

/** @param typed of the form; undefined: as saved @param id of the currency of the form; undefined: a new one */
export function useOldDefault(typed: FormValues | undefined, id?: string): OldDefault {
  const { data } = useQuery(
    reading(['/v1/currencies', 'default'], (signal) =>
      store.GET('/v1/currencies', { params: { query: { default: true, limit: 1 } }, signal }),
    ),
  );
  const [old] = data?.result ?? [];
  const asked = typed?.['default'] === true && old !== undefined && old.id !== id ? old : undefined;
  return useMemo(
    () => ({ fields: asked === undefined ? [] : [fieldOf(asked.code)], keep: (rate) => keep(asked?.id, rate) }),
    [asked],
  );
}

function fieldOf(code: string): FormField {
  const [label, help] = [t('currencies.old.rate', { code }), t('currencies.old.help', { code })];
  return { name: OLD_RATE, label, kind: 'number', help };
}

async function keep(id: string | undefined, rate: FormValue | undefined): Promise<void> {
  if (id === undefined || typeof rate !== 'string' || rate === '') return;
  const body = { exchange_rate: Number(rate), enabled: true };
  await store.PUT('/v1/currencies/{currency_id}', { params: { path: { currency_id: id } }, body });
}
