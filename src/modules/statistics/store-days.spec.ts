import { parseConfig } from '../../platform/config/config';
import { StoreDays } from './store-days';

const daysOf = (zone: string): StoreDays => new StoreDays(parseConfig({ STORE_TIME_ZONE: zone }));

describe('storefront.md 13: the days of a store', () => {
  it.each(['UTC', 'utc', 'Etc/UTC', 'etc/utc', 'GMT', 'Etc/GMT', 'Zulu', 'Etc/UCT', 'Universal', 'Etc/GMT+0'])(
    'in %s are those of UTC',
    (zone) => {
      const days = daysOf(zone);
      expect([days.isUtc, days.timeZone, days.settings]).toEqual([true, 'UTC', 'UTC development']);
    },
  );

  it.each(['Pacific/Auckland', 'pacific/auckland'])('in %s are those of the zone', (zone) => {
    const days = daysOf(zone);
    expect([days.isUtc, days.of(new Date('2026-03-10T12:00:00Z'))]).toEqual([false, '2026-03-11']);
  });
});
