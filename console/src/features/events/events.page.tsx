import { Button, Group, Switch, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { ListFilters } from '../../shared/ui/list-filters';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn, ListTable } from '../../shared/ui/list-table';
import { ObjectLink } from '../../shared/ui/object-link';
import { EVENT_OBJECTS } from '../../shared/ui/object-page';
import { Empty, Page as Frame, Read } from '../../shared/ui/page';
import { EventType, Time } from '../../shared/ui/values';
import { type StoreEvent, useEvents } from './event-stream';

const FILTERS: readonly ListFilter[] = [
  { name: 'type', label: t('events.types'), kind: 'words' },
  {
    name: 'object',
    label: t('events.object'),
    kind: 'choices',
    options: EVENT_OBJECTS.map((value) => ({ value, label: word('object', value) })),
  },
  { name: 'object_id', label: t('events.object-id'), kind: 'text' },
  { name: 'since', label: t('events.since'), kind: 'time' },
  { name: 'until', label: t('events.until'), kind: 'time' },
];

const COLUMNS: readonly ListColumn<StoreEvent>[] = [
  { id: 'type', title: t('events.type'), cell: ({ type }) => <EventType of={type} /> },
  { id: 'object', title: t('events.object'), cell: (event) => <ObjectLink event={event} /> },
  { id: 'version', title: t('events.version'), cell: ({ object_version }) => object_version, isNumber: true },
  { id: 'occurred_at', title: t('events.time'), cell: ({ occurred_at }) => <Time value={occurred_at} exact /> },
];

function None({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty title={t('list.nothing')} next={t('list.nothing.next')} />;
  return <Empty title={t('events.none')} next={t('events.none.next')} />;
}

/** Events as they happen, over those that have happened. */
export function Page(): ReactNode {
  const [address, change] = useAddress();
  const isLive = address['live'] !== 'off';
  const { past, events, total, error, showOlder } = useEvents(address, isLive);
  const isFiltered = FILTERS.some(({ name }) => address[name] !== undefined);
  return (
    <Frame
      title={t('events.title')}
      actions={
        <Switch
          label={t('events.live')}
          checked={isLive}
          onChange={({ currentTarget }) => change({ live: currentTarget.checked ? undefined : 'off' })}
        />
      }
    >
      <ListFilters filters={FILTERS} />
      <ErrorPanel error={error} />
      <Read of={past} lines={10}>
        {() =>
          events.length === 0 ? (
            // The error says why there are none.
            !error && <None isFiltered={isFiltered} />
          ) : (
            <>
              <Group>
                <Text size="sm" c="dimmed" role="status">
                  {t('events.shown', { count: events.length, total })}
                </Text>
              </Group>
              <ListTable
                columns={COLUMNS}
                rows={events}
                sort={undefined}
                pageOf={({ id }) => `/events/${id}`}
                isOld={past.isPlaceholderData}
              />
              {showOlder && (
                <Button variant="default" size="sm" loading={past.isFetchingNextPage} onClick={showOlder}>
                  {t('events.older')}
                </Button>
              )}
            </>
          )
        }
      </Read>
    </Frame>
  );
}
