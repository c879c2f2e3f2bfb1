import { HostNames } from './host-names';

describe('host names in memory (hardening 6)', () => {
  let now: number;
  let answers: ((addresses: string[] | Error) => void)[];
  let asked: string[];
  let names: HostNames;
  beforeEach(() => {
    [now, answers, asked] = [0, [], []];
    const lookUp = (hostname: string): Promise<string[]> => {
      asked.push(hostname);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    };
    names = new HostNames(lookUp, () => now);
  });

  it('are looked up once at a time, and remembered for 5 seconds', async () => {
    const both = [names.resolve('a.example'), names.resolve('a.example')];
    answers[0]?.(['192.0.2.1']);
    expect(await Promise.all(both)).toEqual([['192.0.2.1'], ['192.0.2.1']]);
    now = 4_999;
    expect(await names.resolve('a.example')).toEqual(['192.0.2.1']);
    expect(asked).toEqual(['a.example']);
    now = 5_000;
    const again = names.resolve('a.example');
    answers[1]?.(['192.0.2.2']);
    expect([await again, asked]).toEqual([['192.0.2.2'], ['a.example', 'a.example']]);
  });

  it('that failed fail at once for 4 seconds, and are asked for again', async () => {
    const failure = new Error('no response');
    const first = names.resolve('a.example');
    answers[0]?.(failure);
    await expect(first).rejects.toBe(failure);
    now = 3_999;
    await expect(names.resolve('a.example')).rejects.toBe(failure);
    now = 4_000;
    const again = names.resolve('a.example');
    answers[1]?.(['192.0.2.1']);
    expect(await again).toEqual(['192.0.2.1']);
  });

  it('are at most 2,000, and the oldest goes first', async () => {
    for (let i = 0; i <= 2_000; i += 1) {
      const one = names.resolve(`${i}.example`);
      answers[i]?.(['192.0.2.1']);
      await one;
    }
    expect(names.ready('http://0.example/')).toBeInstanceOf(Promise);
    expect(names.ready('http://2000.example/')).toBeUndefined();
    expect(names.ready('http://1.example/')).toBeUndefined();
  });

  it.each(['http://192.0.2.1/', 'http://[2001:db8::1]:8080/', 'http://2130706433/', 'no url'])(
    'need no look-up for %s',
    (url) => {
      expect([names.ready(url), asked]).toEqual([undefined, []]);
    },
  );

  it('are ready however the look-up ended', async () => {
    const ready = ['https://a.example:8443/x', 'https://b.example/'].map((url) => names.ready(url) ?? 'known');
    answers[0]?.(['192.0.2.1']);
    answers[1]?.(new Error('no response'));
    expect([await Promise.all(ready.map(async (one) => one)), asked]).toEqual([
      [undefined, undefined],
      ['a.example', 'b.example'],
    ]);
    expect(names.ready('https://b.example/')).toBeUndefined();
  });
});
