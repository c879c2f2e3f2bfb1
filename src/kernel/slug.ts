/** The readable name of a record in addresses: letters, digits and, between them, `-`, `_` and `.`. */
export const SLUG = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;
