import { type EntityManager } from 'typeorm';
import { DateUtils } from 'typeorm/util/DateUtils';
import { isEmbedded } from '../connection/dialect';

/** Returns an instant as the driver takes it in a statement of our own. */
export function storedTime(tx: EntityManager, instant: Date): Date | string {
  return isEmbedded(tx) ? (DateUtils.mixedDateToUtcDatetimeString(instant) as string) : instant;
}
