import { ActionIcon } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';

/** Place of a record among others, and the function that moves it. */
export interface Movable {
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly move: (by: -1 | 1) => void;
}

/** Moves a record one place up or down. */
export function MoveButtons({ title, isFirst, isLast, move }: Movable): ReactNode {
  return (
    <>
      <ActionIcon variant="default" disabled={isFirst} aria-label={t('catalog.up', { title })} onClick={() => move(-1)}>
        <span aria-hidden="true">↑</span>
      </ActionIcon>
      <ActionIcon variant="default" disabled={isLast} aria-label={t('catalog.down', { title })} onClick={() => move(1)}>
        <span aria-hidden="true">↓</span>
      </ActionIcon>
    </>
  );
}
