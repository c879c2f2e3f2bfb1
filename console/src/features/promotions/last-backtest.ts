import { skipToken, useQuery } from '@tanstack/react-query';
import { store } from '../../shared/api/store';

/** Back-tests that are searched: the newest ones. They are kept for 30 days. */
const MOST = 100;

/** Returns the id of the last back-test of a promotion; undefined: there is none, or it is not known yet. */
export function useLastBacktest(promotion: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['/v1/promotions/backtests', 'last', promotion],
    queryFn:
      promotion === undefined
        ? skipToken
        : async ({ signal }) => {
            const query = { limit: MOST, sort: 'created_at', order: 'desc' } as const;
            const { data: found } = await store.GET('/v1/promotions/backtests', { params: { query }, signal });
            // The editor names the promotion of its form last, after those beside it.
            return found.result.find(({ promotions }) => promotions.at(-1)?.id === promotion)?.id ?? null;
          },
  });
  return data ?? undefined;
}
