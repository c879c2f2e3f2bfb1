import { type INestApplicationContext } from '@nestjs/common';
import { ClientsService, type NewClient } from '../modules/access/clients.service';
import { ConsoleCodesService } from '../modules/access/console-codes.service';
import { TokensService } from '../modules/access/tokens.service';
import { CurrenciesService } from '../modules/settings/currencies.service';
import { type Config } from '../platform/config/config';

/** The name of the client of the first start. */
const DEVELOPMENT = 'development';

const FIRST = {
  limit: 1,
  offset: 0,
  sort: 'created_at',
  order: 'asc',
  strict: true,
  filters: { default: '1' },
} as const;

/**
 * Prints the addresses of the store. The first start of an embedded store without BOOTSTRAP_TOKEN also makes a
 * development client and shows it once; a store on MySQL or in production never does, because its output is kept as a log.
 * @param address where this machine finds the store, unless PUBLIC_URL says
 */
export async function welcome(app: INestApplicationContext, config: Config, address: string): Promise<void> {
  if (!config.database.embedded) return;
  const base = config.http.publicUrl ?? address;
  const lines = [`storekeeper is open at ${base}`, `API pages:        ${base}/docs`, ...openedNetworks(config)];
  const clients = app.get(ClientsService);
  const mayShow = !config.inProduction && config.access.bootstrapToken === undefined;
  if (mayShow && (await clients.list()).length === 0) {
    lines.push(...(await developmentClient(app, base, config.console.isOn)));
  } else {
    if (config.console.isOn) lines.push('Open the console: npm run --silent store -- console');
    lines.push(
      'Get a token:      npm run --silent store -- token',
      'Make a client:    npm run store -- client:create --name shop',
    );
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

/** Prints the private networks that webhooks may reach by default: this machine. */
function openedNetworks({ webhooks: { allowedNetworks } }: Config): string[] {
  if (allowedNetworks.length === 0) return [];
  return [`Webhooks reach:   ${allowedNetworks.join(', ')} besides public addresses (WEBHOOK_ALLOWED_NETWORKS)`];
}

async function developmentClient(app: INestApplicationContext, base: string, withConsole: boolean): Promise<string[]> {
  const client = await app.get(ClientsService).create(DEVELOPMENT, []);
  const token = await app.get(TokensService).issue(client.clientId, client.clientSecret, undefined);
  const [currency] = (await app.get(CurrenciesService).page(FIRST)).rows;
  const fields = `subtotal=10.00&total=10.00&currency=${currency?.id}&currency_code=${currency?.code}&exchange_rate=1`;
  return [
    ...(withConsole ? await consoleLink(app, base, client) : []),
    '',
    'A development client was made for you. Its secret is shown this once:',
    `  client_id:      ${client.clientId}`,
    `  client_secret:  ${client.clientSecret}`,
    '',
    'Create your first order (the token below is good for an hour):',
    '',
    `curl -s ${base}/v1/orders -H 'Authorization: Bearer ${token.accessToken}' -d 'status=unpaid&${fields}'`,
  ];
}

/** The link is printed for the person at the terminal, and kept out of the logs (console.md 1). */
async function consoleLink(app: INestApplicationContext, base: string, client: NewClient): Promise<string[]> {
  const link = await app.get(ConsoleCodesService).link(client, base);
  return ['', 'Open the console (the link works once, for 10 minutes):', `  ${link}`];
}
