import { bool } from 'envalid';
import { gatewayUrls, wholeWithin } from './setting-validators';

/** The settings of payments. */
export const paymentSettings = {
  PAYMENT_DEADLINE_SECONDS: wholeWithin(
    1,
    60,
  )({
    default: 15,
    desc: 'How long a request waits for a payment provider, 1 to 60. After that the outcome is unknown, and the worker asks for it.',
  }),
  TEST_PAYMENTS: bool({
    default: false,
    desc: 'Whether gateways that only test, such as dummy, take payments in production. Elsewhere they always do.',
  }),
  GATEWAY_URLS: gatewayUrls({
    default: undefined,
    desc: "Addresses that payment gateways call in place of their provider's own, as slug=url separated by commas: a proxy, or a simulator of tests.",
    example: 'stripe=http://127.0.0.1:12111',
  }),
};
