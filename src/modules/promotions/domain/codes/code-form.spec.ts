import { CodeDraw, codeFault, type CodeForm, DEFAULT_ALPHABET, formFaults } from './code-form';

const FORM: CodeForm = { prefix: '', length: 10, alphabet: DEFAULT_ALPHABET };

describe('promotions-at-scale.md 2: the form of codes', () => {
  it.each<[Partial<CodeForm>, number]>([
    [{}, 10_000_000],
    [{ prefix: 'SPRING-' }, 1],
    [{ alphabet: 'aB', length: 20 }, 1],
    [{ alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789' }, 1],
    // A billion codes are a million times a thousand.
    [{ alphabet: '0123456789', length: 9 }, 1000],
  ])('may be %j for %i codes', (form, count) => {
    expect(formFaults({ ...FORM, ...form }, count)).toBeNull();
  });

  it.each([['A'], ['AB-'], [' AB'], ['ÄÖÜ'], ['AA'], ['aA'], [''], ['ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789a']])(
    'has no alphabet %j',
    (alphabet) => {
      const message =
        'alphabet must be 2 to 36 different letters (A to Z) and digits; upper and lower case are the same';
      expect(formFaults({ ...FORM, alphabet }, 1)).toEqual({ alphabet: [message] });
    },
  );

  it('has a prefix that a code may begin with', () => {
    expect(formFaults({ ...FORM, prefix: '=1+' }, 1)).toEqual({
      prefix: ['prefix must begin with a letter or a digit'],
    });
  });

  it('has a million codes for each that is drawn', () => {
    expect(formFaults({ ...FORM, alphabet: '0123456789', length: 9 }, 1001)).toEqual({
      length: ['length must be larger: there are less than 1000000 times as many codes of 9 characters'],
    });
  });
});

describe('a code that the caller made', () => {
  // A letter of two UTF-16 units: databases count it once.
  const LETTER = '\u{1d49c}';

  it.each([['A'], ['7-up'], ['Été 10'], ['٣'], ['x'.repeat(255)], [LETTER.repeat(255)]])('may be %j', (code) => {
    expect(codeFault(code)).toBeNull();
  });

  it.each([
    ['x'.repeat(256), 'must be at most 255 characters'],
    [LETTER.repeat(256), 'must be at most 255 characters'],
    ['=SUM(A1)', 'must begin with a letter or a digit'],
    ['-10', 'must begin with a letter or a digit'],
    ['@A', 'must begin with a letter or a digit'],
    ['', 'must begin with a letter or a digit'],
    ['A\tB', 'must not contain control characters'],
    ['A\u0000', 'must not contain control characters'],
    ['A\u200b', 'must not contain control characters'],
  ])('%j %s', (code, fault) => {
    expect(codeFault(code)).toBe(fault);
  });
});

describe('promotions-at-scale.md 2: codes drawn at random', () => {
  it('have the prefix, the length and the letters of their form', () => {
    const draw = new CodeDraw({ prefix: 'VIP-', length: 6, alphabet: 'ab7' });
    const codes = Array.from({ length: 2000 }, () => draw.draw());
    expect(codes.filter((code) => !/^VIP-[ab7]{6}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBeGreaterThan(500);
  });

  it('have each letter equally often', () => {
    // 256 is no multiple of 36: four letters would come 14 % more often.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const draw = new CodeDraw({ prefix: '', length: 32, alphabet });
    const counts = new Map<string, number>();
    for (let i = 0; i < 12_500; i += 1)
      for (const letter of draw.draw()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    // Seven standard deviations to each side.
    const unlikely = [...alphabet].filter((letter) => Math.abs((counts.get(letter) ?? 0) - 400_000 / 36) > 730);
    expect(unlikely).toEqual([]);
  });

  it('leaves out letters that look alike', () => {
    expect([...DEFAULT_ALPHABET].filter((letter) => '01IO'.includes(letter))).toEqual([]);
    expect(new Set(DEFAULT_ALPHABET).size).toBe(32);
  });
});
