import '../app/source-maps';
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { previewDocument } from '../app/create-api';
import { ClientsService } from '../modules/access/clients.service';
import { scopesOf } from '../modules/access/data/api-client.entity';
import { TokensService } from '../modules/access/tokens.service';
import { GatewaySecretsService } from '../modules/settings/gateway-secrets.service';
import { CONTENT_TYPES } from '../modules/webhooks/domain/webhook-formats';
import { ResealService } from '../modules/webhooks/reseal.service';
import { loadConfig } from '../platform/config/config';
import { environmentExample } from '../platform/config/environment-example';
import { backUp } from '../platform/database/connection/backup';
import { ResealAnswers } from '../platform/http/idempotency/reseal-answers';
import { type SealCount } from '../platform/secrets/seal-count';
import { type BacktestArguments, backtestCommand } from './backtest.command';
import { type CheckArguments, checkCommand } from './check.command';
import { databaseCheckCommand } from './database-check.command';
import { consoleCommand } from './console.command';
import { type ListenArguments, listenCommand } from './listen.command';
import { type MigrateArguments, migrateCommand } from './migrate.command';
import { reasonOf } from './reason-of';
import { type SeedArguments, seedCommand } from './seed.command';
import { withStore } from './with-store';
import { ValidationFailed } from '../kernel/errors';
import { textFault } from '../platform/http/body/field.rules';
import { FieldProblem } from '../kernel/fields/field-problem';
import { textParser } from '../kernel/fields/field-parsers';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface NewClientOptions {
  readonly name: string;
  readonly scopes?: string;
  readonly public?: true;
  readonly origin?: string[];
}

const parseName = textParser(255);

/** @throws ValidationFailed as the API does; also for an option in the place of a name that was left out */
function readName(text: string): string {
  const name = parseName(text.trim());
  if (name instanceof FieldProblem) throw ValidationFailed.of('name', name.message);
  if (name === '' || name.startsWith('--')) throw ValidationFailed.of('name', 'is required');
  const fault = textFault(name);
  if (fault !== undefined) throw ValidationFailed.of('name', fault);
  return name;
}

async function createPublicClient({ name, scopes, origin = [] }: NewClientOptions): Promise<void> {
  if (scopes !== undefined) throw ValidationFailed.of('scopes', 'cannot be chosen for a public client');
  await withStore(async (store) => {
    const client = await store.get(ClientsService).createPublic(name, origin);
    say(`client_id:      ${client.clientId}\norigins:        ${client.origins.join(' ')}`);
    say('It has no secret: browsers get tokens with grant_type=implicit and this id.');
  });
}

/** An empty text is a variable that was not set: it must not become all scopes. @returns none: all @throws ValidationFailed */
function readScopes(text: string | undefined): string[] {
  if (text === undefined) return [];
  const scopes = text.split(',').flatMap((scope) => scope.trim().split(/\s/).filter(Boolean));
  if (scopes.length === 0) throw ValidationFailed.of('scopes', 'must name a scope: leave --scopes out for all of them');
  return scopes;
}

async function createClient(options: NewClientOptions): Promise<void> {
  if (options.public) return createPublicClient(options);
  if (options.origin !== undefined) throw ValidationFailed.of('origin', 'is for public clients: add --public');
  const scopes = readScopes(options.scopes);
  await withStore(async (store) => {
    const client = await store.get(ClientsService).create(options.name, scopes);
    say(
      `client_id:      ${client.clientId}\nclient_secret:  ${client.clientSecret}\nscopes:         ${client.scopes.join(' ')}`,
    );
    say('The secret is not shown again.');
  });
}

async function listClients(): Promise<void> {
  await withStore(async (store) => {
    for (const client of await store.get(ClientsService).list()) {
      const state = client.revokedAt === null ? 'active' : `revoked ${client.revokedAt.toISOString()}`;
      const may = client.origins === null ? scopesOf(client) : ['public', ...client.origins];
      const own = client.program === null ? [] : [`program:${client.program}`];
      say([client.clientId, client.name, state, ...own, may.join(' ')].join('  '));
    }
  });
}

async function revokeClient(clientId: string): Promise<void> {
  await withStore((store) => store.get(ClientsService).revoke(clientId));
  say('Revoked. Running processes reject its tokens.');
}

async function makeToken(options: { scopes?: string }): Promise<void> {
  const scopes = options.scopes === undefined ? undefined : readScopes(options.scopes).join(' ');
  await withStore(async (store) => {
    const clients = store.get(ClientsService);
    const client = await clients.own('command_line');
    const token = await store.get(TokensService).issueTo(client, scopes);
    // The token alone goes to standard output, so that a script can take it.
    say(token.accessToken);
    const end = `npm run store -- client:revoke ${client.clientId}`;
    process.stderr.write(`Good until ${token.expiresAt.toISOString()}. To end it before: ${end}\n`);
  });
}

function tellSeals(what: string, { current, old, unreadable }: SealCount, write: boolean): void {
  const older = `${old} with an older key${write && old > 0 ? ', now sealed anew' : ''}`;
  say(`${what}: ${current} with the present key, ${older}, ${unreadable} that cannot be opened`);
}

async function resealSecrets(options: { check?: true }): Promise<void> {
  const write = options.check !== true;
  await withStore(async (store) => {
    const webhooks = await store.get(ResealService).reseal(write);
    tellSeals('Secrets of webhooks', webhooks, write);
    const gateways = await store.get(GatewaySecretsService).reseal(write);
    tellSeals('Settings of gateways', gateways, write);
    const answers = await store.get(ResealAnswers).reseal(write);
    tellSeals('Stored responses', answers, write);
    // So that a script stops before the key that is missing is given up for good.
    if (webhooks.unreadable + gateways.unreadable + answers.unreadable > 0) process.exitCode = 1;
  });
}

function backUpStore(file: string): void {
  backUp(loadConfig().database.url, file);
  say(
    `Written to ${file}. Keep the key of the secrets apart: SECRETS_KEY, or the file secrets.key beside the database.`,
  );
}

async function writeOpenApi(file: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(await previewDocument(), null, 2)}\n`);
}

const program = new Command('store').description('Run a storekeeper store from the command line.');
program
  .command('migrate')
  .description('run the migrations that the database does not have yet')
  .option('--check', 'change nothing; exit with 1 if migrations are missing')
  .option('--plan', 'change nothing; print the migrations that would run and about how long they take')
  .option('--stores <file...>', 'settings files, one for each store; a store that fails does not stop the others')
  .action((options: MigrateArguments) => migrateCommand(options, say));
program
  .command('database:check')
  .description(
    'try everything that the store needs from the database server of DATABASE_URL; exit with 1 if something does not fit',
  )
  .action(() => databaseCheckCommand(say));
program
  .command('check')
  .description('look for rows that an older version wrote beside this one; exit with 1 if there are any')
  .option('--mend', 'mend them')
  .action((options: CheckArguments) => checkCommand(options, say));
program
  .command('client:create')
  .description('create an API client and print its secret, once')
  // Read before all else: an option in the place of a name that was left out is missing in its own, or leaves its value behind.
  .requiredOption('--name <name>', 'name of the client, as histories show it', readName)
  .option('--scopes <scopes>', 'comma-separated, e.g. orders:read,orders:write; default: all')
  .option('--public', 'for pages in browsers: without a secret, for catalog, carts and checkout only')
  .option('--origin <origin...>', 'with --public: origins of the pages, e.g. https://shop.example')
  .action(createClient);
program
  .command('token')
  .description('print a new access token')
  .option('--scopes <scopes>', 'comma-separated, e.g. orders:read,orders:write; default: all')
  .action(makeToken);
program
  .command('console')
  .description('print a link that signs in to the console once')
  .action(() => consoleCommand(say));
program.command('client:list').description('list API clients').action(listClients);
program.command('client:revoke <client_id>').description('revoke a client and its tokens').action(revokeClient);
program
  .command('secrets:reseal')
  .description('encrypt secrets with the first key of SECRETS_KEY that an older key encrypted')
  .option('--check', 'only check; exit with 1 if a secret cannot be opened')
  .action(resealSecrets);
program.command('backup <file>').description('copy the SQLite database while the store runs').action(backUpStore);
program
  .command('listen')
  .description('print the events of a store as they happen, and forward them as signed webhooks')
  .option('--url <url>', 'address of the store; default: the store of this folder')
  .addOption(new Option('--token <token>', 'access token with events:read').env('STORE_TOKEN'))
  .option('--client-id <id>', 'API client to sign in with, instead of --token')
  .addOption(new Option('--client-secret <secret>', 'secret of --client-id').env('STORE_CLIENT_SECRET'))
  .option('--events <patterns>', 'comma-separated, e.g. order.*; default: all')
  .option('--forward <url>', 'post each event to this address as a webhook, once')
  .option('--secret <secret>', 'secret of the signatures; default with --forward: a new one, which is printed')
  .option('--content-type <type>', `format of the posts of --forward: ${CONTENT_TYPES.join(' or ')}; default: json`)
  .option('--verbose', 'print bodies too')
  .addOption(
    new Option('--register', 'create a webhook while this runs, and receive its deliveries').conflicts([
      'url',
      'forward',
    ]),
  )
  .option('--port <port>', 'port to receive webhooks on, with --register or --secret alone; default: a free one')
  .action((options: ListenArguments) => listenCommand(options, say));
program
  .command('promotion:backtest')
  .description('test promotions on past orders; a running store does the work')
  .requiredOption('--file <file>', 'JSON list; each entry is a promotion or the id of one')
  .option('--from <time>', 'first day or time of the orders; default: 30 days before the last')
  .option('--to <time>', 'last day or time of the orders; default: now')
  .option('--mode <mode>', 'instead: only these promotions; added: with those of the baseline', 'instead')
  .option('--baseline <baseline>', 'then: orders as they were paid; live: with the other live promotions', 'then')
  .option('--codes <codes>', 'as_used, always or never', 'as_used')
  .option('--json', 'print the record of the back-test')
  .action((options: BacktestArguments) => backtestCommand(options, say));
program
  .command('seed')
  .description('fill an empty store with a shop to try: products, customers, promotions and orders of 90 days')
  .option('--seed <seed>', 'number that decides the shop: the same number makes the same shop', '1')
  .option('--orders <orders>', 'number of orders, 1 to 100000', '5000')
  .action((options: SeedArguments) => seedCommand(options, say));
program.command('openapi <file>').description('write the OpenAPI document; needs no database').action(writeOpenApi);
program
  .command('env-example <file>')
  .description('write the example of all settings')
  .action((file: string) => writeFile(file, environmentExample()));

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
