import { ValidationFailed } from '../../kernel/errors';
import { ClientsService } from '../../modules/access/clients.service';
import { TokensService } from '../../modules/access/tokens.service';
import { loadConfig } from '../../platform/config/config';
import { localStoreUrl } from '../local-store';
import { withStore } from '../with-store';
import { fetchFrom } from './store-response';

/** The only scope that a listener needs. */
const SCOPE = 'events:read';

/** Address of the store and credentials. All omitted: the store on this machine. */
export interface StoreOptions {
  readonly url?: string;
  readonly token?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** A store, and tokens for it. */
export interface StoreAccess {
  /** Without a slash at the end. */
  readonly url: string;
  /** Returns a token: a new one each time, unless there is only the one that was given. */
  readonly token: () => Promise<string>;
  /** Whether a token that was refused can be replaced. */
  readonly isRenewable: boolean;
}

/** @throws ValidationFailed naming the option; ConfigurationError when the local store has no fixed port */
export function storeAccess(options: StoreOptions): StoreAccess {
  const url = options.url === undefined ? localStoreUrl(loadConfig()) : baseUrl(options.url);
  const { token, clientId, clientSecret } = options;
  if (token !== undefined) return { url, token: () => Promise.resolve(token), isRenewable: false };
  if (clientId !== undefined && clientSecret !== undefined)
    return { url, token: () => signIn(url, clientId, clientSecret), isRenewable: true };
  if (clientId !== undefined || clientSecret !== undefined)
    throw ValidationFailed.of('--client-id', 'and --client-secret go together');
  if (options.url !== undefined)
    throw ValidationFailed.of('--url', 'needs --token, or --client-id and --client-secret');
  return { url, token: localToken, isRenewable: true };
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && `${url.username}${url.search}` === '';
  if (!isPlain)
    throw ValidationFailed.of('--url', 'must be the http or https address of a store, without user and query');
  return url.href.replace(/\/(?:v1\/?)?$/, '');
}

async function signIn(url: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: SCOPE,
  });
  const response = await fetchFrom(`${url}/oauth/access_token`, { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** As `store token` makes it: the command has the database of the local store anyway. */
function localToken(): Promise<string> {
  return withStore(async (store) => {
    const client = await store.get(ClientsService).own('command_line');
    return (await store.get(TokensService).issueTo(client, SCOPE)).accessToken;
  });
}
