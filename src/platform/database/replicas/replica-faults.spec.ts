import { ReplicaFaults } from './replica-faults';

describe('the faults of a replica', () => {
  let now: number;
  let lines: string[];
  let faults: ReplicaFaults;

  beforeEach(() => {
    [now, lines] = [0, []];
    const logger = {
      info: (line: string) => void lines.push(`info ${line}`),
      warn: (line: string) => void lines.push(`warn ${line}`),
    };
    faults = new ReplicaFaults('r1:3306', logger, () => now);
  });

  it('are said once, and again when it was well since', () => {
    faults.say(new Error('it lags'));
    faults.say(new Error('it lags'));
    now = 10_000;
    faults.answered();
    faults.answered();
    faults.say(new Error('it lags'));
    const warning = 'warn The replica r1:3306 is not asked: it lags. The primary answers instead';
    expect(lines).toEqual([warning, 'info The replica r1:3306 answers again', warning]);
  });

  it('fill no log while reads fail between looks that succeed, or while two reasons alternate', () => {
    for (; now < 60_000; now += 3_000) {
      faults.rest(new Error('denied'));
      faults.say(new Error('it lags'));
      faults.answered();
    }
    expect(lines).toEqual([
      'warn The replica r1:3306 is not asked: denied. The primary answers instead',
      'warn The replica r1:3306 is not asked: it lags. The primary answers instead',
    ]);
  });

  it('are said ten times at most until it is well, when its server words each otherwise', () => {
    for (let i = 0; i < 50; i += 1) faults.say(new Error(`connection ${i} failed`));
    expect(lines.length).toBe(10);
  });

  it('let it rest for three seconds after a failed read', () => {
    const isResting = [0, 2_999, 3_000].map((ms) => {
      if (ms === 0) faults.rest(new Error('away'));
      now = ms;
      return faults.isResting;
    });
    expect(isResting).toEqual([true, true, false]);
  });
});
