import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import { CallbackRefused } from '../../payments.errors';
import { type StripeFailure } from './stripe-outcome';

/** Stripe's library, loaded when first needed: it costs 16 MB and a tenth of a second, which no other store needs. */
function library(): typeof Stripe {
  return createRequire(__filename)('stripe') as typeof Stripe;
}

/**
 * A client of Stripe. It repeats no request by itself: a repeat after the deadline might charge what was given up.
 * @param url in place of Stripe's own address; undefined: Stripe
 */
export function stripeClient(secretKey: string, url: string | undefined): Stripe.Stripe {
  const Client = library();
  const own = url === undefined ? {} : addressOf(new URL(url));
  const httpClient = objectsOnly(Client.createNodeHttpClient());
  return new Client(secretKey, { ...own, httpClient, maxNetworkRetries: 0, telemetry: false });
}

/**
 * The library fails outside of any promise that is waited for when a response is a number or a text in JSON, which ends the process. Such a
 * response is invalid JSON to it now.
 */
function objectsOnly(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const response = await client.makeRequest(...request);
      const read = response.toJSON.bind(response);
      return Object.assign(response, {
        toJSON: async () => {
          const body: unknown = await read();
          if (typeof body !== 'object' || body === null) throw new TypeError('a response is no object');
          return body;
        },
      });
    },
  };
}

function addressOf({ hostname, port, protocol }: URL): Stripe.StripeConfig {
  const isPlain = protocol === 'http:';
  const standard = isPlain ? 80 : 443;
  return { host: hostname, port: port === '' ? standard : Number(port), protocol: isPlain ? 'http' : 'https' };
}

/** Reads a signed notification. @throws CallbackRefused when Stripe did not sign it, or longer than 5 minutes ago */
export async function signedEvent(body: Buffer, signature: string, secret: string): Promise<Stripe.Event> {
  const { webhooks, errors } = stripeClient(secret, undefined);
  try {
    return await webhooks.constructEventAsync(body, signature, secret);
  } catch (error) {
    // Signed, and not JSON all the same.
    const isNoEvent = error instanceof SyntaxError;
    if (isNoEvent || error instanceof errors.StripeSignatureVerificationError) throw new CallbackRefused();
    throw error;
  }
}

/** The error of Stripe's library; undefined for any other. */
export function stripeFailure(error: unknown): StripeFailure | undefined {
  return error instanceof library().errors.StripeError ? error : undefined;
}
