/** The queue of the bare worker. */
export const FLOOR_QUEUE = 'bench-floor';

/** As long as an event of a brand. */
export const FLOOR_BODY = JSON.stringify([
  {
    id: '019bbbbb-0000-7000-8000-000000000000',
    type: 'brand.updated',
    object: 'brand',
    object_id: '1',
    object_version: 1,
    event: 'update',
    occurred_at: '2027-01-01 00:00:00',
    data: { id: '1', title: 'A brand' },
  },
]);
