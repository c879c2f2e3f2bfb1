import { t, word } from '../text/text';

/** The code of a response that is no 2xx. */
const OF_STATUS = /^http_(\d+)$/;

/** The sentence for the code of a failed attempt; the code itself when there is none. */
export function deliveryErrorText(code: string): string {
  const status = OF_STATUS.exec(code)?.[1];
  return status === undefined ? word('delivery-error', code) : t('delivery-error.http', { status });
}
