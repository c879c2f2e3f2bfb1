import { FieldProblem } from '../../../kernel/fields/field-problem';
import { gif, jpeg, png, webp } from '../../../../test/builders/image.builder';
import { readImage } from './read-image';

const NO_IMAGE = new FieldProblem('must be a JPEG, PNG, GIF or WebP image');
const NO_SIZE = new FieldProblem('must have a readable width and height of 1 to 65535 pixels each');
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const zeros = (count: number): Buffer => Buffer.alloc(count);

/** Reads as from a disk: at most so many bytes at once, into one buffer. */
const read = (content: Buffer, window = 262_144) => {
  const buffer = Buffer.alloc(window);
  return readImage((at) => Promise.resolve(buffer.subarray(0, content.copy(buffer, 0, at, at + window))));
};

const SOI = bytes('ffd8');
/** A JPEG segment with its marker and length. */
const segment = (marker: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([bytes(`ff${marker}`), length, body]);
};
const frame = (marker: string, width = 64, height = 48): Buffer => {
  const body = bytes('08 0000 0000 03 012200 021101 031101');
  body.writeUInt16BE(height, 1);
  body.writeUInt16BE(width, 3);
  return segment(marker, body);
};
/** Returns the bytes of a WebP file with one chunk. */
const riff = (chunk: string, body: Buffer): Buffer => {
  const [all, own] = [Buffer.alloc(4), Buffer.alloc(4)];
  all.writeUInt32LE(12 + body.length);
  own.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), all, Buffer.from(`WEBP${chunk}`), own, body]);
};

describe('images by their content (storefront.md 10)', () => {
  const profile = Buffer.concat(Array.from({ length: 9 }, () => segment('e2', Buffer.alloc(65_533, 0xff))));
  const images: [string, Buffer, string][] = [
    ['a PNG', png(64, 48), 'png'],
    ['a GIF', gif(64, 48), 'gif'],
    ['a GIF of 1987', Buffer.concat([Buffer.from('GIF87a'), bytes('4000 3000 000000 3b')]), 'gif'],
    ['a JPEG', jpeg(64, 48), 'jpg'],
    ['a JPEG with its frame far behind a profile', Buffer.concat([SOI, profile, frame('c0')]), 'jpg'],
    [
      'a JPEG with Huffman and arithmetic tables, restarts and fill bytes before its frame',
      Buffer.concat([
        SOI,
        segment('c4', zeros(20)),
        segment('cc', zeros(2)),
        bytes('ffd0 ff01 ffffff'),
        frame('c2').subarray(1),
      ]),
      'jpg',
    ],
    [
      'a JPEG with stray bytes between its segments',
      Buffer.concat([SOI, segment('e0', zeros(9)), bytes('00 ff00 41'), frame('c1')]),
      'jpg',
    ],
    ...['c3', 'c5', 'c6', 'c7', 'c9', 'ca', 'cb', 'cd', 'ce', 'cf'].map((marker): [string, Buffer, string] => [
      `a JPEG with frame ${marker}`,
      Buffer.concat([SOI, frame(marker)]),
      'jpg',
    ]),
    ['a lossy WebP', riff('VP8 ', bytes('300100 9d012a 4000 3000 0000')), 'webp'],
    ['a lossless WebP', riff('VP8L', bytes('2f 3fc00b00 00')), 'webp'],
    ['an extended WebP', webp(64, 48), 'webp'],
  ];
  it.each(images)('reads %s', async (_, content, type) => {
    expect(await read(content)).toEqual({ type, width: 64, height: 48 });
  });

  it.each([9, 10, 11, 16, 31, 64, 1000])('finds the frame of a JPEG in windows of %i bytes', async (window) => {
    const content = Buffer.concat([
      SOI,
      profile.subarray(0, 65_537),
      segment('c4', zeros(30)),
      bytes('ffff'),
      frame('c2'),
    ]);
    expect(await read(content, window)).toEqual({ type: 'jpg', width: 64, height: 48 });
  });

  it.each([
    ['nothing', zeros(0)],
    ['text', Buffer.from('<svg/>')],
    ['another RIFF', Buffer.from('RIFF0000WAVEfmt ')],
    ['a late GIF', Buffer.from(' GIF89a')],
  ])('is no image: %s', async (_, content) => {
    expect(await read(content)).toEqual(NO_IMAGE);
  });

  it.each([
    ['three bytes of a JPEG', bytes('ffd8ff')],
    ['a JPEG that ends before its frame', Buffer.concat([SOI, segment('e0', zeros(9))])],
    ['a JPEG that ends within its frame', Buffer.concat([SOI, frame('c0').subarray(0, 8)])],
    ['a JPEG whose scan comes first', Buffer.concat([SOI, segment('da', zeros(10)), frame('c0')])],
    ['a JPEG whose end comes first', Buffer.concat([SOI, bytes('ffd9'), frame('c0')])],
    ['a JPEG with a segment of no length', Buffer.concat([SOI, bytes('ffe00001'), frame('c0')])],
    ['a JPEG of fill bytes', Buffer.concat([SOI, Buffer.alloc(600_000, 0xff)])],
    ['a JPEG without width', Buffer.concat([SOI, frame('c0', 0, 48)])],
    ['a JPEG without height', Buffer.concat([SOI, frame('c0', 64, 0)])],
    ['the signature of a PNG', png(1, 1).subarray(0, 8)],
    ['a PNG that ends within its size', png(1, 1).subarray(0, 23)],
    ['a PNG without width', Buffer.concat([png(1, 1).subarray(0, 16), bytes('00000000 00000001')])],
    ['a PNG of 2 ** 31 - 1 squared', Buffer.concat([png(1, 1).subarray(0, 16), bytes('7fffffff 7fffffff')])],
    ['a PNG of 65,536', Buffer.concat([png(1, 1).subarray(0, 16), bytes('00000001 00010000')])],
    ['the signature of a GIF', Buffer.from('GIF89a')],
    ['a GIF that ends within its size', gif(1, 1).subarray(0, 9)],
    ['a GIF without height', gif(1, 0)],
    ['the signature of a WebP', riff('', zeros(0)).subarray(0, 12)],
    ['a lossy WebP that ends within its size', riff('VP8 ', bytes('300100 9d012a 4000 30'))],
    ['a lossless WebP without a size', riff('VP8L', zeros(0))],
    ['a lossless WebP that ends within its size', riff('VP8L', bytes('2f 3fc00b'))],
    ['an extended WebP that ends within its size', webp(64, 48).subarray(0, 29)],
    ['an extended WebP of 65,537', webp(1, 65_537)],
  ])('has no size: %s', async (_, content) => {
    expect(await read(content)).toEqual(NO_SIZE);
  });

  /** A PNG of which the header alone has this size. */
  const sized = (width: number, height: number): Buffer => {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width);
    size.writeUInt32BE(height, 4);
    return Buffer.concat([png(1, 1).subarray(0, 16), size]);
  };

  it.each([
    [65_535, 1],
    [65_535, 762],
    [10_000, 5_000],
  ])('takes %d × %d pixels', async (width, height) => {
    expect(await read(sized(width, height))).toEqual({ type: 'png', width, height });
  });

  it.each([
    ['PNG', sized(65_535, 65_535), '65535 × 65535'],
    ['PNG', sized(10_000, 5_001), '10000 × 5001'],
    ['JPEG', Buffer.concat([SOI, frame('c0', 65_535, 763)]), '65535 × 763'],
    ['GIF', gif(65_535, 763), '65535 × 763'],
    ['WebP', webp(16_384, 3_052), '16384 × 3052'],
  ])('refuses a %s of more than 50 megapixels by its header', async (_, content, size) => {
    expect(await read(content)).toEqual(new FieldProblem(`must have at most 50 megapixels, not ${size} pixels`));
  });
});
