import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { isAway, whenBack } from '../api/connection';
import { queries } from '../api/store';
import { toast } from './toasts';

type Mutation<Input, Output> = UseMutationResult<Output, Error, Input>;

/**
 * A change to the store. Afterwards everything on the page is read again, because one change can show in many places; an error is
 * kept for an `ErrorPanel`. A double click is one change: the same input waits for the one that is under way.
 * @param done sentence for a person, once it is done
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done?: string,
): Mutation<Input, Output> {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      if (done !== undefined) toast(done);
      await queries.invalidateQueries();
    },
  });
  useEndedWhenBack(mutation);
  const { mutateAsync: begin } = mutation;
  // A second click comes before the page shows that the first one is under way.
  const underWay = useRef<{ readonly of: Input | void; readonly ended: Promise<Output> }>(undefined);
  const mutateAsync = useCallback<Mutation<Input, Output>['mutateAsync']>(
    (...input) => {
      const [of] = input;
      if (underWay.current !== undefined && Object.is(underWay.current.of, of)) return underWay.current.ended;
      const ended = begin(...input).finally(() => {
        if (underWay.current?.ended === ended) underWay.current = undefined;
      });
      underWay.current = { of, ended };
      return ended;
    },
    [begin],
  );
  const mutate = useCallback<Mutation<Input, Output>['mutate']>(
    (...input) => void mutateAsync(...input).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}

/** Forgets that the store could not be reached, as soon as it can. */
export function useEndedWhenBack({ error, reset }: { readonly error: Error | null; readonly reset: () => void }): void {
  useEffect(() => (isAway(error) ? whenBack(reset) : undefined), [error, reset]);
}
