import { type ReactNode } from 'react';
import { deliveryErrorText } from './delivery-words';
import { Missing } from './values';

/** Says why an attempt failed: a sentence for people, and the code of the API beside it. */
export function DeliveryError({ code }: { readonly code: string | null }): ReactNode {
  if (code === null) return <Missing />;
  const text = deliveryErrorText(code);
  if (text === code) return code;
  return (
    <span>
      {text} <span className="dimmed breaks">({code})</span>
    </span>
  );
}
