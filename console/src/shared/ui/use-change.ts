import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isAway, whenBack } from '../api/connection';
import { queries } from '../api/store';
import { toast } from './toasts';

/**
 * A change to the store. Afterwards everything on the page is read again, because one change can show in many places; an error is
 * kept for an `ErrorPanel`.
 * @param done sentence for a person, once it is done
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done?: string,
): UseMutationResult<Output, Error, Input> {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      if (done !== undefined) toast(done);
      await queries.invalidateQueries();
    },
  });
  useEndedWhenBack(mutation);
  return mutation;
}

/** Forgets that the store could not be reached, as soon as it can. */
export function useEndedWhenBack({ error, reset }: { readonly error: Error | null; readonly reset: () => void }): void {
  useEffect(() => (isAway(error) ? whenBack(reset) : undefined), [error, reset]);
}
