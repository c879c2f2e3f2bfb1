import { type ReactNode } from 'react';
import { word } from '../text/text';
import { type EventObject, nameOfObject, pageOfObject } from './object-page';
import { PageLink } from './page';

/** The object of an event: a link to its page where it is known which one that is. With `isNamed` by its number or name, not its id. */
export function ObjectLink({
  event: { object, object_id: id, data },
  isNamed = false,
}: {
  readonly isNamed?: boolean;
  readonly event: { readonly object: EventObject; readonly object_id: string; readonly data: object };
}): ReactNode {
  const page = pageOfObject(object, id, data);
  const name = isNamed ? <Named object={object} name={nameOfObject(data) ?? id} /> : `${word('object', object)} ${id}`;
  return page === undefined ? name : <PageLink to={page}>{name}</PageLink>;
}

/** Letters of a number or a name that stay in one line. */
const SHORT = 20;

function Named({ object, name }: { readonly object: EventObject; readonly name: string }): ReactNode {
  return (
    <span>
      {word('object', object)} <span className={name.length <= SHORT ? 'unbroken' : 'breaks'}>{name}</span>
    </span>
  );
}
