import { serverAddress } from './server-address';

describe('serverAddress', () => {
  it.each([
    [
      'mariadb://store:se%40cret@db1:3307,db2,[::1]:3308/shop',
      {
        scheme: 'mariadb',
        username: 'store',
        password: 'se@cret',
        hosts: [
          { host: 'db1', port: 3307 },
          { host: 'db2', port: 3306 },
          { host: '::1', port: 3308 },
        ],
        path: 'shop',
      },
    ],
    [
      'redis+sentinel://:a:b@s1/mymaster/2',
      {
        scheme: 'redis+sentinel',
        username: '',
        password: 'a:b',
        hosts: [{ host: 's1', port: 3306 }],
        path: 'mymaster/2',
      },
    ],
    [
      'mysql://db, 10.0.0.2',
      {
        scheme: 'mysql',
        username: '',
        password: '',
        hosts: [
          { host: 'db', port: 3306 },
          { host: '10.0.0.2', port: 3306 },
        ],
        path: '',
      },
    ],
    [
      'mysql://a,b:c,d@db1,db2/store?x=1,2',
      {
        scheme: 'mysql',
        username: 'a,b',
        password: 'c,d',
        hosts: [
          { host: 'db1', port: 3306 },
          { host: 'db2', port: 3306 },
        ],
        path: 'store',
      },
    ],
  ])('takes %s apart', (text, parts) => {
    expect(serverAddress(text, 3306)).toEqual(parts);
  });

  it.each([
    'db1,db2',
    'mysql://',
    'mysql://db1,',
    'mysql://db1,,db2',
    'mysql://db1:0',
    'mysql://db:99999',
    'mysql://a b',
    'mysql://u:%zz@db',
  ])('knows that %s is none', (text) => {
    expect(serverAddress(text, 3306)).toBeUndefined();
  });
});
