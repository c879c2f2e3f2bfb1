/**
 * Vendure as its documentation sets it up for production, with its server and its worker as processes of their own:
 * `node vendure.cjs populate|server|worker` in the folder that it is installed in. `PEER_DATABASE_URL`, `PEER_REDIS_URL`
 * and `PEER_PORT` say where. It runs as plain JavaScript, because a compiler in the process would take its time.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { URL } = require('node:url');

const installed = createRequire(join(process.cwd(), 'package.json'));
const core = installed('@vendure/core');
const { BullMQJobQueuePlugin } = installed('@vendure/job-queue-plugin/package/bullmq');

const [action, productsFile] = process.argv.slice(2);
const database = new URL(process.env.PEER_DATABASE_URL);
const redis = new URL(process.env.PEER_REDIS_URL);

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PEER_PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    introspection: false,
    cors: { origin: ['https://shop.example.com'] },
  },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'bench', password: process.env.PEER_SECRET },
  },
  dbConnectionOptions: {
    type: 'mariadb',
    connectorPackage: 'mysql2',
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: database.password,
    database: database.pathname.slice(1),
    poolSize: Number(process.env.PEER_POOL_SIZE),
    synchronize: action === 'populate',
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn, timestamp: false }),
  plugins: [
    core.DefaultSchedulerPlugin.init(),
    BullMQJobQueuePlugin.init({
      connection: { host: redis.hostname, port: Number(redis.port), maxRetriesPerRequest: null },
    }),
    core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

/** A shop that sells to one country, with a tax, flat shipping and a payment method that settles at once. */
const SHOP = {
  defaultLanguage: 'en',
  countries: [{ name: 'United Kingdom', code: 'GB', zone: 'UK' }],
  defaultZone: 'UK',
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

async function populate() {
  const { populate: fill } = installed('@vendure/core/cli');
  const app = await fill(() => core.bootstrap(config), SHOP, productsFile);
  await app.close();
}

async function serve() {
  await core.bootstrap(config);
  console.log(`port ${config.apiOptions.port}`);
}

async function work() {
  const worker = await core.bootstrapWorker(config);
  await worker.startJobQueue();
  console.log('port 0');
}

const ACTIONS = { populate, server: serve, worker: work };
ACTIONS[action]().then(
  () => {
    // BullMQ keeps connections that would keep a finished process.
    if (action === 'populate') process.exit(0);
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
