import { type components } from '@storekeeper/client';
import { reading, readingRecord, store } from '../../shared/api/store';
import { plainName } from '../../shared/format/plain-name';
import { t, word } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** A gateway of the API. */
export type Gateway = components['schemas']['GatewayRecord'];

/** A gateway with the tag of its version. */
export const readingGateway = (slug: string) =>
  readingRecord(['/v1/gateways', slug], (signal) =>
    store.GET('/v1/gateways/{slug}', { params: { path: { slug } }, signal }),
  );

/** The settings that a gateway takes and has, without their values. */
export const readingGatewaySettings = (slug: string) =>
  reading(['/v1/gateways', slug, 'settings'], (signal) =>
    store.GET('/v1/gateways/{slug}/settings', { params: { path: { slug } }, signal }),
  );

/** The name of a setting for people; of a gateway that the console does not know, its own in plain letters. */
export function settingLabel(name: string): string {
  const known = word('gateway-setting', name);
  return known === name ? plainName(name) : known;
}

/** The values of a gateway. Its settings are never shown. */
export function gatewayValues({ name, description }: Gateway): FormValues {
  return { name, description: description ?? '' };
}

/** The fields of a gateway. */
export function gatewayFields(): readonly FormField[] {
  return [
    { name: 'name', label: t('gateways.name'), kind: 'text', help: t('gateways.name.help') },
    { name: 'description', label: t('settings.description'), kind: 'long', help: t('gateways.description.help') },
  ];
}
