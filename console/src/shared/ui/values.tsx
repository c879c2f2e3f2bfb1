import { type ReactNode } from 'react';
import { exactTime, localTime, readTime, utcTime } from '../format/times';
import { t } from '../text/text';
import { breakable } from './breakable';

/** A time of the API in the viewer's zone; in UTC under the pointer. */
export function Time({ value, exact = false }: { readonly value: string | null; readonly exact?: boolean }): ReactNode {
  const time = value === null ? undefined : readTime(value);
  if (time === undefined) return <Missing />;
  return (
    <time dateTime={time.toISOString()} title={utcTime(time)}>
      {exact ? exactTime(time) : localTime(time)}
    </time>
  );
}

/** In place of a value that there is none of. */
export function Missing(): ReactNode {
  return (
    <span className="dimmed" aria-label={t('value.none')}>
      –
    </span>
  );
}

/** Letters of a code that a line of a narrow page holds. */
const SHORT_CODE = 24;

/** A discount code; a short one in one line. */
export function Code({ value }: { readonly value: string | null }): ReactNode {
  if (value === null || value === '') return <Missing />;
  return <span className={value.length <= SHORT_CODE ? 'unbroken' : undefined}>{value}</span>;
}

/** Tone of a state: its colour. */
export type Tone = 'good' | 'busy' | 'warning' | 'bad' | 'plain';

/** A state in one word. */
export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`mark mark-${tone}`}>{children}</span>;
}

/** A list of names and values. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? <Missing /> : breakable(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
