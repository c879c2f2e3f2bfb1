import { AddressGuard } from './address-guard';

const closed = new AddressGuard([]);

describe('an address that may not be called', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['private', '10.0.0.0'],
    ['private', '10.255.255.255'],
    ['CGNAT', '100.64.0.0'],
    ['CGNAT, Alibaba metadata', '100.100.100.200'],
    ['CGNAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['container credentials', '169.254.170.2'],
    ['Azure WireServer', '168.63.129.16'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['protocol assignments', '192.0.0.1'],
    ['Oracle metadata', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['private', '192.168.0.1'],
    ['benchmark', '198.18.0.1'],
    ['benchmark', '198.19.255.255'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['inside ::/8', '::2'],
    ['inside ::/8', '00ff::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible', '::8.8.8.8'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-mapped, public', '::ffff:8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['discard', '100::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmark', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4 of 127.0.0.1', '2002:7f00:1::1'],
    ['6to4 of 10.0.0.1', '2002:a00:1::'],
    ['segment routing', '5f00::1'],
    ['not handed out', '4000::1'],
    ['unique local', 'fc00::1'],
    ['EC2 metadata', 'fd00:ec2::254'],
    ['Google metadata', 'fd20:ce::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['public with a zone', '2606:4700::1%lo'],
    ['short', '127.1'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('%s: %s', (_, address) => {
    expect(closed.isAllowed(address)).toBe(false);
  });
});

describe('an address that may be called', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
    '2001:4860:4860::8888',
  ])('%s', (address) => {
    expect(closed.isAllowed(address)).toBe(true);
  });
});

describe('an opened network', () => {
  const opened = new AddressGuard(['10.1.0.0/16', '127.0.0.1/32', 'fd00::/8']);

  it.each([
    ['10.1.255.255', true],
    ['10.2.0.0', false],
    ['127.0.0.1', true],
    ['127.0.0.2', false],
    ['fd12::1', true],
    ['fc00::1', false],
    ['::ffff:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['1.1.1.1', true],
  ])('%s: %p', (address, isAllowed) => {
    expect(opened.isAllowed(address)).toBe(isAllowed);
  });

  it.each(['10.0.0.0', '10/8', '10.0.0.0/33', '::1/129', '10.0.0.0/-1', '10.0.0.0/8/8', '', 'loopback', '0x7f.1/8'])(
    'cannot be %p',
    (network) => {
      const message = `${network} is not a network such as 10.1.0.0/16 or fd00::/8`;
      expect(() => new AddressGuard(['127.0.0.0/8', network])).toThrow(new RangeError(message));
    },
  );
});
