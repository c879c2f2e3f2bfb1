/** The form of a webhook that is never called: for tests of its record and its secret. */
export const SILENT_WEBHOOK = {
  url: 'http://127.0.0.1:9/',
  content_type: 'json',
  create: '1',
  update: '0',
  delete: '0',
  enabled: '0',
};
