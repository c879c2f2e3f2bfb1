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
  const name = `${word('object', object)} ${(isNamed ? nameOfObject(data) : undefined) ?? id}`;
  return page === undefined ? name : <PageLink to={page}>{name}</PageLink>;
}
