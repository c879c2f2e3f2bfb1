import { bool } from 'envalid';
import { databaseUrl, replicaUrls, wholeFrom, wholeWithin } from './setting-validators';

/** The settings of the database. */
export const databaseSettings = {
  DATABASE_URL: databaseUrl({
    default: 'sqlite:data/store.sqlite',
    desc: 'Required with NODE_ENV=production, or any but development and test. sqlite:<path>, mysql://… or mariadb://…; of a cluster its proxy (deploy/proxy): one host.',
    example: 'mariadb://store:secret@db:3306/store',
  }),
  DATABASE_POOL_SIZE: wholeFrom(1)({ default: 20, desc: 'Connections a process keeps to MySQL or MariaDB.' }),
  DATABASE_TLS: bool({
    default: false,
    desc: 'Whether connections to MySQL or MariaDB are encrypted; the server must prove its name by a certificate that Node trusts, one of your own by NODE_EXTRA_CA_CERTS=<file>.',
  }),
  DATABASE_REPLICA_URL: replicaUrls({
    default: [],
    desc: 'Replicas of the database, separated by commas: lists, searches, reports and exports read from them. Give all processes the same ones.',
    example: 'mariadb://reader:secret@replica:3306/store',
  }),
  DATABASE_REPLICA_MAX_LAG: wholeWithin(
    2,
    30,
  )({
    default: 5,
    desc: 'Seconds, 2 to 30: a replica that lags more is not asked, and the primary answers.',
  }),
};
