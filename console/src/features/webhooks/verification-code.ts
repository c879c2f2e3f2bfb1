/** The code of a receiver, as in docs/webhooks.md: with the library of Standard Webhooks. */
export const VERIFICATION_CODE = `import { Webhook } from 'standardwebhooks';

// body: the bytes as they arrived; secret: of this webhook. Throws when the signature is wrong.
const isBase64 = secret.startsWith('whsec_');
const webhook = isBase64 ? new Webhook(secret) : new Webhook(Buffer.from(secret), { format: 'raw' });
const events = webhook.verify(body, headers);`;
