import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Choices } from '../../shared/api/choices';
import { useMay } from '../../shared/api/session';
import { choicesOf } from './category-tree';
import { readingTree } from './reading-tree';

/** Returns all categories as choices, each with the path that leads to it; none while they are read. */
export function useCategoryChoices(without?: string): Choices {
  const may = useMay();
  const { data } = useQuery({ ...readingTree, enabled: may('products:read') });
  return useMemo(() => choicesOf(data?.result ?? [], without), [data, without]);
}
