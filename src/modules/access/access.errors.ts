import { Forbidden, Invalid, Malformed, NotFound, Unauthorized } from '../../kernel/errors';
import { type Scope, SCOPES } from '../../kernel/scopes';

/** Credentials that are counted when they are wrong (`LoginLimit`). */
export abstract class WrongCredentials extends Unauthorized {}

/** The client id or its secret is wrong, or the client was revoked. */
export class CredentialsRefused extends WrongCredentials {
  readonly code = 'access.credentials_refused';
  /** @param challenge of the scheme that the credentials came by */
  constructor(override readonly challenge = 'Bearer') {
    super('The client credentials are not valid');
  }
}

/** A header `Authorization: Basic` without a name, a colon and a password in base64. */
export class BasicMalformed extends Malformed {
  readonly code = 'access.malformed_basic';
  constructor() {
    super('The header Authorization: Basic must hold the base64 of <client_id>:<client_secret>, each URL-encoded');
  }
}

/** A requested scope does not exist, or the client does not have it. The message names the accepted ones. */
export class ScopeNotGranted extends Invalid {
  readonly code = 'access.scope_not_granted';
  constructor(scope: string, granted: readonly Scope[] = SCOPES) {
    const isKnown = SCOPES.includes(scope as Scope);
    const fault = isKnown ? `is not one of the client's scopes` : 'does not exist';
    super({ scope: [`scope ${scope} ${fault}; accepted: ${granted.join(' ')}`] });
  }
}

/** No API client has this id. */
export class ClientNotFound extends NotFound {
  readonly code = 'access.client_not_found';
  constructor() {
    super('No client found');
  }
}

/** A browser sent the token of a public client from a page of another origin. */
export class OriginRefused extends Forbidden {
  readonly code = 'access.origin_refused';
  constructor() {
    super('The public client is not open to this origin (client:create --public --origin)');
  }
}
