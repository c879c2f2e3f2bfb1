import { type ReactNode } from 'react';
import { t, word } from '../text/text';
import { Missing } from './values';

/** The code of a response that is no 2xx. */
const OF_STATUS = /^http_(\d+)$/;

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

/** The sentence for the code of a failed attempt; the code itself when there is none. */
function deliveryErrorText(code: string): string {
  const status = OF_STATUS.exec(code)?.[1];
  return status === undefined ? word('delivery-error', code) : t('delivery-error.http', { status });
}
