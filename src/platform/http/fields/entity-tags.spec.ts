import { entityTags, requiredTags } from './entity-tags';

const OWN = '"k3J-x_9bQ0aZ1yX2wV3uT4sR5q-"';
const opaque = OWN.slice(1, -1);

describe('tags of records in headers (wire.md 6)', () => {
  it.each([
    OWN,
    `W/${OWN}`,
    `  ${OWN}\t`,
    ...['-gzip', '--gzip', ';gzip', ':br', '-br', '-zstd', '-deflate', '-df'].flatMap((suffix) => [
      `"${opaque}${suffix}"`,
      `W/"${opaque}${suffix}"`,
    ]),
    `"other", ${OWN}`,
    `"with,comma",W/${OWN} , "third"`,
    `${OWN},`,
  ])('%s names the state', (header) => {
    expect(entityTags(header)).toContain(OWN);
  });

  it.each([`"${opaque}-other"`, `"${opaque}x"`, `"x${opaque}"`, `""`, '"-gzip"', `"${opaque}-gzip-gzip"`])(
    '%s names another one',
    (header) => {
      expect(entityTags(header)).toEqual(expect.any(Array));
      expect(entityTags(header)).not.toContain(OWN);
    },
  );

  it('takes * for any state', () => {
    expect([entityTags('*'), entityTags(' * ')]).toEqual([['*'], ['*']]);
  });

  it.each([
    '',
    ' ',
    opaque,
    `w/${OWN}`,
    `W/${opaque}`,
    `"${opaque}`,
    `${opaque}"`,
    `'${opaque}'`,
    `*,${OWN}`,
    `${OWN} ${OWN}`,
    `,${OWN}`,
    '"a b"',
  ])('refuses %j, which names none', (header) => {
    expect(entityTags(header)).toBeUndefined();
    expect(() => requiredTags('If-Match', header)).toThrow(
      'If-Match must be an ETag in double quotes, a list of them, or *',
    );
  });

  it.each([',', '"', '"",', 'W/"",', '"-gzip",', '"'.padEnd(9, '-'), ' '])(
    'reads 64 KiB of %j in linear time',
    (part) => {
      const [first, second] = [8_192, 65_536].map((length) => {
        const header = part.repeat(Math.ceil(length / part.length));
        const start = process.cpuUsage();
        for (let i = 0; i < 5; i += 1) entityTags(header);
        return process.cpuUsage(start).user;
      });
      expect(second).toBeLessThan(50_000 + 40 * Number(first));
    },
  );
});
