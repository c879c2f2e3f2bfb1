/** Longest message of a provider that is kept. */
const MAX_MESSAGE = 255;

/** Returns the message of a provider as the ledger keeps it. */
export function keptMessage(message: string): string {
  return message.slice(0, MAX_MESSAGE);
}
