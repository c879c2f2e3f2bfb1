import { ConfigurationError } from '../platform/config/config';
import { localUrl } from './local-url';

describe('localUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['localhost', 'http://localhost:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ])('is a URL for HOST=%s', (host, url) => {
    expect([localUrl(host, 3000, 'PORT'), new URL(url).port]).toEqual([url, '3000']);
  });

  it.each([0, undefined])('needs a fixed port, and names its setting: %j', (port) => {
    const fault = new ConfigurationError(['METRICS_PORT must name a port to be asked on']);
    expect(() => localUrl('::1', port, 'METRICS_PORT')).toThrow(fault);
  });
});
