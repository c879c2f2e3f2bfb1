import { Fragment, type ReactNode } from 'react';
import { breakableParts } from '../format/breaks';

/** Shows a text so that it breaks between its words where a line has no room for it; other content as it is. */
export function breakable(content: ReactNode): ReactNode {
  if (typeof content !== 'string') return content;
  return breakableParts(content).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
