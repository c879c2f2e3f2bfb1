import { ValidationFailed } from '../../../kernel/errors';
import { type Scope } from '../../../kernel/scopes';
import { type Config } from '../../../platform/config/config';
import { TextField } from '../../../platform/http/fields/fields';

/** A sign-in to the console: the id and the secret of an API client, or the code of a link. */
export class SignInDto {
  @TextField({ description: 'Id of the API client.' })
  client_id?: string | null;

  @TextField({ description: 'Secret of the API client.' })
  client_secret?: string | null;

  @TextField({ description: 'Code of a link that the store printed. It works once.' })
  code?: string | null;
}

/** The proof of a sign-in. */
export type SignIn = { readonly code: string } | { readonly clientId: string; readonly clientSecret: string };

/** @throws ValidationFailed unless there is a code, or an id with its secret */
export function signInOf({ code, client_id: clientId, client_secret: clientSecret }: SignInDto): SignIn {
  if (code) {
    if (clientId || clientSecret) throw ValidationFailed.of('code', 'must not be sent beside client credentials');
    return { code };
  }
  const missing = Object.entries({ client_id: clientId, client_secret: clientSecret }).filter(([, value]) => !value);
  if (!clientId || !clientSecret) {
    throw new ValidationFailed(Object.fromEntries(missing.map(([name]) => [name, [`${name} is required`]])));
  }
  return { clientId, clientSecret };
}

/** The answer to a page that is signed in. */
export interface SessionAnswer {
  readonly access_token: string;
  /** When the token expires, in seconds since 1970. */
  readonly expires: number;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Whether carts charge the sale prices of products (`SALE_PRICE`). */
  readonly sale_price: Config['store']['salePrice'];
}
