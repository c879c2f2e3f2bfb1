import { QueryFailedError } from 'typeorm';
import { failureCause } from './failure-cause';

const failed = (message: string, fields: object): Error => Object.assign(new Error(message), fields);
const statement = (message: string, code: string): Error =>
  new QueryFailedError('INSERT INTO t VALUES (?)', ['sk_4711'], failed(message, { code }));

describe('the cause of a response with 503, as its log line has it', () => {
  it.each([
    ['no cause', undefined, undefined],
    [
      'a server that refuses connections',
      failed('connect ECONNREFUSED 127.0.0.1:3306', { code: 'ECONNREFUSED' }),
      { type: 'Error', code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED 127.0.0.1:3306' },
    ],
    [
      'a name with several addresses',
      Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('second')]), {
        code: 'ECONNREFUSED',
      }),
      { type: 'AggregateError', code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED ::1:1; second' },
    ],
    [
      'a server that takes no writes',
      statement('The server is running with the --read-only option', 'ER_OPTION_PREVENTS_STATEMENT'),
      {
        type: 'Error',
        code: 'ER_OPTION_PREVENTS_STATEMENT',
        reason: 'The server is running with the --read-only option',
      },
    ],
    [
      'a folder that is read-only',
      failed("EROFS: read-only file system, mkdir '/data/files/ab'", { code: 'EROFS' }),
      { type: 'Error', code: 'EROFS', reason: "EROFS: read-only file system, mkdir '/data/files/ab'" },
    ],
    ['a text', 'gone', { type: 'String', reason: 'gone' }],
  ])('names %s', (_, error, cause) => {
    expect(failureCause(error)).toEqual(cause);
  });

  it.each(['ER_DUP_ENTRY', 'ER_PARSE_ERROR', 'SQLITE_ERROR'])(
    'has no words of %s, in which values of the statement may stand',
    (code) => {
      expect(failureCause(statement("near 'sk_4711'", code))).toEqual({ type: 'Error', code });
    },
  );

  it('is short and one line', () => {
    const { reason, ...rest } = failureCause(failed(`first\n${'x'.repeat(1_000)}`, { code: 'E'.repeat(1_000) })) ?? {};
    expect([reason, rest]).toEqual([`first ${'x'.repeat(193)}…`, { type: 'Error', code: 'E'.repeat(64) }]);
  });
});
