import { Conflict, type FieldErrors, Forbidden, Invalid, Malformed, NotFound, Unauthorized } from '../../kernel/errors';
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

/** A scope does not exist, or the client that asks does not have it. The message names the accepted ones. */
export class ScopeNotGranted extends Invalid {
  readonly code = 'access.scope_not_granted';
  /** @param field that named the scope */
  constructor(scope: string, granted: readonly Scope[] = SCOPES, field: 'scope' | 'scopes' = 'scope') {
    const isKnown = SCOPES.includes(scope as Scope);
    const own = field === 'scope' ? `the client's scopes` : 'the scopes of your token';
    const fault = isKnown ? `is not one of ${own}` : 'does not exist';
    super({ [field]: [`${field} ${scope} ${fault}; accepted: ${granted.join(' ')}`] });
  }
}

/** {@link ScopeNotGranted} of a request for a token, in the word of RFC 6749 5.2 that its clients look for. */
export class InvalidScope extends Malformed {
  readonly code = 'access.invalid_scope';
  constructor(override readonly errors: FieldErrors) {
    super('invalid_scope');
  }
}

/** No API client has this id. */
export class ClientNotFound extends NotFound {
  readonly code = 'access.client_not_found';
  constructor() {
    super('No client found');
  }
}

/** No other client could make clients over the API after this one is revoked. */
export class LastAdministrator extends Conflict {
  readonly code = 'access.last_administrator';
  constructor() {
    super('This is the last client with clients:write: make another one first, or use npm run store -- client:revoke');
  }
}

/** A browser sent the token of a public client from a page of another origin. */
export class OriginRefused extends Forbidden {
  readonly code = 'access.origin_refused';
  constructor() {
    super('The public client does not allow this origin (client:create --public --origin)');
  }
}

/** The cookie of the console is missing, or its session has ended. */
export class SessionRequired extends Unauthorized {
  readonly code = 'access.session_required';
  constructor() {
    super('No session of the console: sign in at /console');
  }
}

/** The code of a link to the console was used before, has expired or is unknown. */
export class ConsoleCodeRefused extends WrongCredentials {
  readonly code = 'access.console_code_refused';
  constructor() {
    super('This link works once, for 10 minutes: get a new one with npm run store -- console');
  }
}

/** A page of another site sent a request to the session of the console. */
export class CrossSiteRefused extends Forbidden {
  readonly code = 'access.cross_site_refused';
  constructor() {
    super('The console session accepts requests only from its own pages');
  }
}
