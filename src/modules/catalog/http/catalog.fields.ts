import { ChoiceField, TextField } from '../../../platform/http/fields/fields';
import { PUBLICATION } from '../choices';

/** Most characters of a description (wire.md 1). */
const DESCRIPTION_MAX = 64 * 1024;

/** A description in HTML. It is stored and returned as sent: the page that shows it must decide what to allow. */
export const DescriptionField = (): PropertyDecorator =>
  TextField({ max: DESCRIPTION_MAX, description: 'HTML for display, stored and returned as sent.' });

/** Draft or live. */
export const PublicationField = (): PropertyDecorator =>
  ChoiceField({
    name: 'Publication',
    keys: Object.keys(PUBLICATION),
    labels: PUBLICATION,
    preset: '1',
    description: '0 draft, 1 live. Default 1.',
  });
