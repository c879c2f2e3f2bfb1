import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../shared/api/store';
import { useAddress } from '../../shared/ui/address';
import { itemsOf, itemsText } from './preview-lines';
import { type PreviewItem } from './preview-request';

const ITEMS = ['preview', 'items'];
/**
 * The lines of the preview. They stay when the promotion is saved, and for the next one, until the console is left; the address
 * keeps them when the page is loaded again.
 */
export function usePreviewItems(): readonly [readonly PreviewItem[], (items: readonly PreviewItem[]) => void] {
  const [address, change] = useAddress();
  const inAddress = address['items'] ?? '';
  const { data } = useQuery<readonly PreviewItem[]>({
    queryKey: ITEMS,
    enabled: false,
    gcTime: Infinity,
    initialData: () => itemsOf(inAddress),
  });
  const text = itemsText(data);
  useEffect(() => {
    if (text !== inAddress) change({ items: text === '' ? undefined : text });
  }, [text, inAddress, change]);
  return [data, (items) => queries.setQueryData(ITEMS, items)];
}
