import { t, type TextKey } from '../../shared/text/text';

/** Names that the store gives to clients of its own. */
const OWN: ReadonlyMap<string, TextKey> = new Map([
  ['bootstrap', 'who.bootstrap'],
  ['command line', 'who.command-line'],
  ['Console', 'who.console'],
  ['unknown', 'who.unknown'],
]);

/** Says in words who changed an order. @param name of the API client, as the store notes it */
export function actorText(name: string): string {
  const own = OWN.get(name);
  return own === undefined ? t('who.client', { name }) : t(own);
}
