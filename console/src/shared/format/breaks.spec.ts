import { breakableParts } from './breaks';

describe('a text that a line has no room for', () => {
  it.each([
    ['ada.lovelace@shop.example', ['ada.', 'lovelace@', 'shop.', 'example']],
    ['order.updated', ['order.', 'updated']],
    ['http://shop.example/hooks', ['http://', 'shop.', 'example/', 'hooks']],
    ['Mug', ['Mug']],
    ['', ['']],
  ])('%s breaks between its words', (text, parts) => {
    expect(breakableParts(text)).toEqual(parts);
  });

  it('of more than a thousand characters is not looked at', () => {
    const text = '.x'.repeat(501);
    expect(breakableParts(text)).toEqual([text]);
  });
});
