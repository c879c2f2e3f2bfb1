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
    expect([days.isUtc, days.settings, days.of(new Date('2026-03-10T12:00:00Z'))]).toEqual([
      false,
      `${zone} development`,
      '2026-03-11',
    ]);
  });

  it.each([
    ['europe/london', 'Europe/London development', true],
    ['Europe/London', 'Europe/London development', true],
    ['Europe/London', 'europe/london development', true],
    // Intl has one name for both, and not the same one in each version of Node.
    ['Asia/Kolkata', 'Asia/Kolkata development', true],
    ['Asia/Kolkata', 'Asia/Calcutta development', true],
    ['Asia/Calcutta', 'Asia/Kolkata development', true],
    ['Etc/UTC', 'UTC development', true],
    ['UTC', null, true],
    ['Europe/London', null, false],
    ['Europe/London', 'Europe/London production', false],
    ['Europe/London', 'Europe/Lisbon development', false],
    ['Europe/London', 'UTC development', false],
    ['Europe/London', 'Europe/Nowhere development', false],
    ['UTC', '', false],
    ['UTC', ' development', false],
  ])('in %s, those that were counted with %j are the same: %j', (zone, countedWith, isSame) => {
    expect(daysOf(zone).areOf(countedWith)).toBe(isSame);
  });
});
