import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONTENT_TYPES, WEBHOOK_FORMATS } from '../../src/modules/webhooks/domain/webhook-formats';

describe('docs/webhooks.md', () => {
  it('webhooks.md 4: says of each content type its spellings, its media type and its body', () => {
    const [, table = ''] = readFileSync(resolve(__dirname, '../../docs/webhooks.md'), 'utf8').split('| The body is');
    const [, , ...rows] = table.slice(0, table.indexOf('\n\n')).split('\n');
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const formats = CONTENT_TYPES.map((key) => {
      const { spellings, mediaType, meaning } = WEBHOOK_FORMATS[key];
      return [[key, ...spellings].map((word) => `\`${word}\``).join(', '), `\`${mediaType}\``, meaning];
    });
    expect(cells).toEqual(formats);
  });
});
