import { ValidationFailed } from '../../../kernel/errors';

/** Characters a webhook's URL may have (webhooks.md 17). */
export const MAX_URL_LENGTH = 2048;

/**
 * Reads a webhook's URL as the sender will: `http` or `https`, absolute, without user or password (webhooks.md 17).
 * Whether its address may be called is the address guard's to say, at every send.
 * @throws ValidationFailed naming `url`
 */
export function parseWebhookUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw refused(`must have at most ${MAX_URL_LENGTH} characters`);
  // The URL parser corrects backslashes, spaces, line breaks and missing slashes; the sender may have meant something else.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\\]/u.test(text)) throw notAUrl();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw notAUrl();
  if (url.username !== '' || url.password !== '') throw refused('must not hold a user or a password');
  return url;
}

function notAUrl(): ValidationFailed {
  return refused('must be an absolute http or https URL');
}

function refused(message: string): ValidationFailed {
  return ValidationFailed.of('url', message);
}
