import { type ChangedTerms, pastTerms, presentSince, type Terms, termsAt } from './past-terms';

const ALL: Terms = { enabled: true, create: true, update: true, delete: true, events: [] };
const fresh: ChangedTerms = { ...ALL, pastTerms: null };

/** A webhook after changes, the first of which began epoch 11. */
const after = (...changes: Partial<Terms>[]): ChangedTerms =>
  changes.reduce<ChangedTerms>((before, change, at) => {
    const now = { ...before, ...change };
    return { ...now, pastTerms: pastTerms(before, now, 11 + at) };
  }, fresh);

const disabledAndBack = after({ enabled: false }, { enabled: true });
const narrowedAndBack = after({ update: false, events: ['order.*'] }, { update: true, events: [] });

describe('the terms of a webhook when an event was committed (events.md 13)', () => {
  it.each<[string, ChangedTerms, number | null, Partial<Terms> | undefined]>([
    ['before it was disabled: the delivery would have been cancelled', disabledAndBack, 10, undefined],
    ['while it was disabled', disabledAndBack, 11, undefined],
    ['since it is enabled again', disabledAndBack, 12, ALL],
    ['before it selected less', narrowedAndBack, 10, ALL],
    ['while it selected less', narrowedAndBack, 11, { update: false, events: ['order.*'] }],
    ['since it selects all again', narrowedAndBack, 12, ALL],
    ['by an older version, which knows no epochs', disabledAndBack, null, ALL],
    ['of a webhook that was never changed', fresh, 3, ALL],
  ])('%s', (_, webhook, epoch, expected) => {
    const found = termsAt(webhook, epoch);
    expect(found === undefined ? undefined : { ...found, pastTerms: null }).toEqual(
      expected === undefined ? undefined : { ...ALL, ...expected, pastTerms: null },
    );
  });

  it('are kept for changes that decide about events alone, the last twenty of them', () => {
    expect([pastTerms(fresh, fresh, 11), presentSince(fresh)]).toEqual([null, 0]);
    const busy = after(...Array.from({ length: 50 }, (_, at) => ({ update: at % 2 === 1 })));
    expect([busy.pastTerms?.length, busy.pastTerms?.[0]?.until, presentSince(busy)]).toEqual([20, 41, 60]);
  });
});
