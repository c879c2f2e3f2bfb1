import { ValidationFailed } from '../../../kernel/errors';
import { parseWebhookUrl } from './webhook-url';

const FORM = 'must be an absolute http or https URL';
const longest = `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`;

describe("a webhook's URL", () => {
  it.each([
    ['https://example.com/hook?a=1&b=2', 'https://example.com/hook?a=1&b=2'],
    ['HTTP://Example.COM:8080', 'http://example.com:8080/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['http://[2606:4700::1]:81/', 'http://[2606:4700::1]:81/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    [longest, longest],
  ])('%s is read', (text, href) => {
    expect(parseWebhookUrl(text).href).toBe(href);
  });

  it.each([
    [`${longest}a`, 'must have at most 2048 characters'],
    ['https://user@example.com/', 'must not hold a user or a password'],
    ['https://:secret@example.com/', 'must not hold a user or a password'],
    ['ftp://example.com/', FORM],
    ['file:///etc/passwd', FORM],
    ['gopher://127.0.0.1:6379/_FLUSHALL', FORM],
    ['javascript:alert(1)', FORM],
    ['ftp://https://example.com/', FORM],
    ['//example.com/', FORM],
    ['/hook', FORM],
    ['example.com', FORM],
    ['http:example.com', FORM],
    ['http:/example.com', FORM],
    ['http:///example.com', FORM],
    ['http:\\\\127.0.0.1\\', FORM],
    ['http://example.com\\@127.0.0.1/', FORM],
    [' http://example.com', FORM],
    ['http://exam\nple.com/', FORM],
    ['http://example.com/a b', FORM],
    ['http://example.com/\0', FORM],
    ['http://', FORM],
    ['http://[::1', FORM],
    ['http://1.2.3.256/', FORM],
    ['http://example.com:65536/', FORM],
    ['', FORM],
  ])('%p is refused', (text, message) => {
    expect(() => parseWebhookUrl(text)).toThrow(ValidationFailed.of('url', message));
  });
});
