import { Box } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Image } from './product';

/** The picture of a product. From this store's own address: PUBLIC_URL may be one that this browser does not reach. */
export function Picture({
  of,
  alt = '',
  size,
}: {
  readonly of: Image | undefined;
  /** Missing: its text stands beside it. */
  readonly alt?: string;
  /** Pixels wide and high. */
  readonly size: number;
}): ReactNode {
  if (of === undefined) return <Box className="picture" w={size} h={size} />;
  return <img className="picture" src={of.segments.suffix} alt={alt} width={size} height={size} loading="lazy" />;
}
