/** The version of the store, that of package.json. */
export const VERSION = '1.2.0';
