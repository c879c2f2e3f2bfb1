import { Fragment, type ReactNode } from 'react';
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

/** A type such as `order_item.created`: it breaks after its dot only. */
export function EventType({ of }: { readonly of: string }): ReactNode {
  const [object, change] = of.split('.', 2);
  if (change === undefined) return of;
  return (
    <>
      <span className="unbroken">{object}.</span>
      <wbr />
      <span className="unbroken">{change}</span>
    </>
  );
}

/** An address: it breaks before its slashes, where that suffices. */
export function Url({ of }: { readonly of: string }): ReactNode {
  const parts = of.split(/(?<=[^/])(?=\/(?!\/))/);
  return (
    <span className="url">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
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
  return <span className={unbrokenIfShort(value)}>{value}</span>;
}

const unbrokenIfShort = (text: string): string | undefined => (text.length <= SHORT_CODE ? 'unbroken' : undefined);

/** Phrases in one line of text; a short one is not broken, so that no sign stays behind its amount. */
export function Phrases({ of }: { readonly of: readonly string[] }): ReactNode {
  return (
    <span>
      {of.map((phrase, at) => (
        <Fragment key={phrase}>
          {at > 0 && ' · '}
          <span className={unbrokenIfShort(phrase)}>{phrase}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** An e-mail address. It is broken behind its @ first. */
export function Email({ value }: { readonly value: string }): ReactNode {
  const at = value.lastIndexOf('@') + 1;
  const [name, host] = [value.slice(0, at), value.slice(at)];
  return (
    <span>
      <span className={unbrokenIfShort(name)}>{name}</span>
      <wbr />
      <span className={unbrokenIfShort(host)}>{host}</span>
    </span>
  );
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
