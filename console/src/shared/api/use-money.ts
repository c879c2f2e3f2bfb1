import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useMay } from './session';
import { reading, store } from './store';
import { moneyByCode, moneyText } from '../format/money';

type Currency = components['schemas']['CurrencyRecord'];

/** Currencies of a store: a bound for the browser. */
const MOST = 100;

/** The currencies of the store; none until they are known, and none for a token that may not read them. */
function useCurrencies(): readonly Currency[] | undefined {
  const may = useMay();
  const { data } = useQuery({
    ...reading(['/v1/currencies', 'formats'], (signal) =>
      store.GET('/v1/currencies', { params: { query: { limit: MOST } }, signal }),
    ),
    enabled: may('settings:read'),
    staleTime: Infinity,
  });
  return data?.result;
}

/** Returns a formatter of prices in the default currency; plain numbers while that is unknown. */
export function useMoney(): (amount: number) => string {
  const currency = useCurrencies()?.find((one) => one.default);
  return (amount) => (currency === undefined ? String(amount) : moneyText(amount, currency));
}

/** Returns a formatter of amounts in any currency; with the currency's code while its format is unknown. */
export function useMoneyOf(): (amount: number, code: string) => string {
  const currencies = useCurrencies();
  return useCallback(
    (amount, code) => {
      const currency = currencies?.find((one) => one.code === code);
      return currency === undefined ? moneyByCode(amount, code) : moneyText(amount, currency);
    },
    [currencies],
  );
}
