import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { EventRow } from '../../src/platform/events/event.entity';
import { eventRecord } from '../../src/platform/events/event.record';
import { withoutSealedFields } from '../../src/platform/events/sealed-fields';
import { documented } from './documented';
import { type TestStore } from './store';

/** The fields of an event that tests compare. */
export interface RecordedEvent {
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** The events of one store object, oldest first, straight from the table. @throws Error when one is not as documented */
export async function recordedEvents(store: TestStore, objectId: string): Promise<RecordedEvent[]> {
  const dataSource = store.app.get<DataSource>(getDataSourceToken());
  const rows = await dataSource.manager.find(EventRow, { where: { objectId }, order: { id: 'ASC' } });
  const check = await documented();
  for (const row of rows) check.checkEvent(eventRecord(withoutSealedFields(row)));
  return rows.map(({ type, objectVersion, data }) => ({ type, version: objectVersion, data }));
}
