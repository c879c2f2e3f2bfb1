import { Inject, Injectable } from '@nestjs/common';
import { dayIn, endOfDay, startOfDay } from '../../kernel/times/local-time';
import { CONFIG, type Config } from '../../platform/config/config';
import { type Window, type ZoneDays } from './domain/window';

/** The days of the store, which are those of its time zone, and the settings that days are counted with. */
@Injectable()
export class StoreDays implements ZoneDays {
  /** Setting `STORE_TIME_ZONE`; `UTC` for each name of it. */
  readonly timeZone: string;
  readonly isUtc: boolean;
  /** The settings that the counts of days depend on: in production, orders that were paid without money count nowhere. */
  readonly settings: string;

  constructor(@Inject(CONFIG) { store, inProduction }: Config) {
    this.isUtc = resolvedZone(store.timeZone) === 'UTC';
    this.timeZone = this.isUtc ? 'UTC' : store.timeZone;
    this.settings = `${this.timeZone} ${inProduction ? 'production' : 'development'}`;
  }

  of(instant: Date): string {
    return dayIn(instant, this.timeZone);
  }

  boundsOf({ from, to }: Window): { readonly start: Date; readonly end: Date } {
    return { start: startOfDay(from, this.timeZone), end: endOfDay(to, this.timeZone) };
  }

  /**
   * Whether days were counted with the settings of this process, by any name of the zone.
   * @param countedWith null: by a version that counted days of UTC and did not say so
   */
  areOf(countedWith: string | null): boolean {
    if (countedWith === null) return this.isUtc;
    return countedWith === this.settings || resolvedSettings(countedWith) === resolvedSettings(this.settings);
  }
}

/** Names differ by version of Node (`Asia/Kolkata`, `Asia/Calcutta`), so they are compared, and not stored. */
function resolvedSettings(settings: string): string {
  const [zone = '', mode = ''] = settings.split(' ');
  return `${resolvedZone(zone)} ${mode}`;
}

/** Returns the name that Intl has for a zone, the same for each spelling and most aliases; a name that is none as it is. */
function resolvedZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}
